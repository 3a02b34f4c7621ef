class Animal:
    kinds = []

    def __init__(self, name):
        self.name = name
        Animal.kinds.append(type(self).__name__)

    def speak(self):
        return f"{self.name} makes a sound"

    def __repr__(self):
        return f"{self.__class__.__name__}({self.name!r})"


class Dog(Animal):
    def __init__(self, name, breed="mix"):
        super().__init__(name)
        self.breed = breed

    def speak(self):
        return super().speak() + ": woof"


d = Dog("Rex")
print(d, d.speak(), d.breed, Animal.kinds, isinstance(d, Animal), issubclass(Dog, Animal), type(d) is Dog)
d.extra = 1
del d.extra
print(hasattr(d, "extra"), getattr(d, "breed"), getattr(d, "nope", None))
setattr(d, "breed", "lab")
print(d.breed)
