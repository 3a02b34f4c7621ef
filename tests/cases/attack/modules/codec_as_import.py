# why: an encoding that is not known is looked for as a module of that name.
# source: https://docs.python.org/3/library/codecs.html#codecs.register
"x".encode("macrocell_sandbox_worker")
