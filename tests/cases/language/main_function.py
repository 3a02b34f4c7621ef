"""A macro laid out as a script."""

import math
from collections import Counter

LIMIT = 3
CACHE = {}


class Report:
    def __init__(self, title):
        self.title = title
        self.lines = []

    def add(self, *parts):
        self.lines.append(" ".join(map(str, parts)))
        return self


def summarize(words):
    counts = Counter(words)
    CACHE["last"] = counts
    return [(word, n) for word, n in counts.most_common(LIMIT)]


def main():
    report = Report("words")
    for word, n in summarize("the cat and the dog and the end".split()):
        report.add(word, n, math.sqrt(n) > 1.5)
    print(report.title, report.lines)
    return report


if __name__ == "__main__":
    main()
    print(sorted(CACHE["last"].items()))
