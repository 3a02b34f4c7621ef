import heapq
from heapq import heappop, heappush

heap = []
for value in [5, 1, 4]:
    heappush(heap, value)
print(heappop(heap), heap, heapq.heappushpop(heap, 0), heapq.heapreplace(heap, 9), heap)
data = [3, 1, 2]
heapq.heapify(data)
print(data, heapq.nlargest(2, [1, 5, 3]), heapq.nsmallest(2, ["bb", "a", "ccc"], key=len))
print(
    list(heapq.merge([1, 4], [2, 3])),
    list(heapq.merge([4, 1], [3, 2], reverse=True)),
    list(heapq.merge(["a"], ["B"], key=str.lower)),
)


class Task:
    def __init__(self, rank):
        self.rank = rank

    def __lt__(self, other):
        return self.rank < other.rank


tasks = [Task(3), Task(1)]
heapq.heapify(tasks)
print(heappop(tasks).rank)
try:
    heappop([])
except IndexError as error:
    print(error)
