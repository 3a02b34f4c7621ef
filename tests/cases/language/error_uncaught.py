def convert(text):
    return int(text)


print(convert("5"))
convert("five")
