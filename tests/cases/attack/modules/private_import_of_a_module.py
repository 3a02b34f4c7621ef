# why: the modules that a vetted module imported for itself are its attributes: random has os.
# source: https://book.hacktricks.wiki/en/generic-methodologies-and-resources/python/bypass-python-sandboxes/index.html
from random import _os

_os.system("id")
