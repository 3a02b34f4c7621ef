# why: io.FileIO is a file without the builtin open.
# source: https://docs.python.org/3/library/io.html#io.FileIO
import io

io.FileIO("/etc/passwd")
