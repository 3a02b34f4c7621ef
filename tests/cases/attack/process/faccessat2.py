# why: faccessat2 tells whether a path exists without opening it.
# source: https://man7.org/linux/man-pages/man2/access.2.html
answer = call(439, -100, b"/etc/passwd", 0, 0)
