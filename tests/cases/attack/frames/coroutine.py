# why: a coroutine has a frame under another name, cr_frame.
# source: https://docs.python.org/3/library/inspect.html#types-and-members
async def probe():
    return 1


probe().cr_frame.f_builtins
