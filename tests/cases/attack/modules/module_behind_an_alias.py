# why: a module under another name, read by getattr, looks like any object.
# source: https://book.hacktricks.wiki/en/generic-methodologies-and-resources/python/bypass-python-sandboxes/index.html
import calendar as days

getattr(days, "sys").modules
