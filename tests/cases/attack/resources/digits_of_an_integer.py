# why: writing out a long integer takes time that grows with the square of its length (CVE-2020-10735).
# source: https://docs.python.org/3/library/stdtypes.html#integer-string-conversion-length-limitation
str(7**100000)
