# why: replacing the empty text multiplies the lengths of two texts.
# source: https://docs.python.org/3/library/stdtypes.html#str.replace
text = "a" * 100000
text.replace("", text)
