# why: openpyxl's own loader would open any path of the machine.
# source: https://openpyxl.readthedocs.io/en/stable/tutorial.html#loading-from-a-file
from openpyxl import load_workbook

load_workbook("/etc/passwd")
