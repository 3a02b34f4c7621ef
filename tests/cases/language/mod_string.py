import string

print(string.ascii_uppercase[:3], string.digits, string.capwords("hello big world"), string.punctuation[:3])
