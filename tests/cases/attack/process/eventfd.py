# why: an eventfd is a channel that is not the worker's socket.
# source: https://man7.org/linux/man-pages/man2/eventfd.2.html
answer = attempt(os.eventfd, 0)
