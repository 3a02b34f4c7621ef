# why: a class pattern binds the frame of a generator.
# source: https://peps.python.org/pep-0634/#class-patterns
match (n for n in [1]):
    case object(gi_frame=frame):
        frame
