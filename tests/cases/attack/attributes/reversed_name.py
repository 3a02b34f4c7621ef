# why: a name written backwards is turned round only when it is used.
# source: https://book.hacktricks.wiki/en/generic-methodologies-and-resources/python/bypass-python-sandboxes/index.html
getattr(tuple, "__sesab__"[::-1])
