# why: an error that is raised while another is handled keeps that one, with its traceback.
# source: https://docs.python.org/3/library/exceptions.html#exception-context
try:
    try:
        workbook["Nowhere"]
    except Exception:
        1 / 0
except ZeroDivisionError as error:
    error.__context__.__traceback__
