# why: an asynchronous generator expression makes an object with ag_frame.
# source: https://docs.python.org/3/reference/expressions.html#asynchronous-generator-functions
g = (n async for n in [1])
g.ag_frame
