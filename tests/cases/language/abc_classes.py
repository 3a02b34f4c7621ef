from abc import ABC, abstractmethod


class Source(ABC):
    kind = "source"

    def __init__(self, name):
        self.name = name

    @abstractmethod
    def rows(self):
        """All rows."""

    @property
    @abstractmethod
    def title(self): ...

    @classmethod
    @abstractmethod
    def make(cls): ...

    @staticmethod
    @abstractmethod
    def help(): ...

    def count(self):
        return len(self.rows())


class Half(Source):
    def rows(self):
        return [1, 2]


class Whole(Half):
    title = "t"

    @classmethod
    def make(cls):
        return cls("made")

    @staticmethod
    def help():
        return "help"

    def rows(self):
        return super().rows() + [3]


for cls in (Source, Half):
    try:
        cls("x")
    except TypeError as error:
        print(type(error).__name__, cls.__name__ in str(error))
w = Whole.make()
print(w.count(), w.name, w.title, Whole.help(), isinstance(w, Source), issubclass(Half, ABC), w.kind, type(w) is Whole)


class Free(ABC):
    pass


print(isinstance(Free(), ABC), Source.rows(w))
