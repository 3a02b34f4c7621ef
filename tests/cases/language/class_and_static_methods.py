class Temperature:
    made = 0

    def __init__(self, celsius):
        self.celsius = celsius
        type(self).made += 1

    @classmethod
    def from_fahrenheit(cls, f):
        return cls((f - 32) * 5 / 9)

    @classmethod
    def name(cls):
        return cls.__name__

    @staticmethod
    def valid(c):
        return c >= -273.15

    def copy(self):
        return self.__class__(self.celsius)


class Kelvin(Temperature):
    @classmethod
    def name(cls):
        return "K" + super().name()

    @property
    def kelvin(self):
        return self.celsius + 273.15


t = Temperature.from_fahrenheit(212)
k = Kelvin.from_fahrenheit(32)
print(t.celsius, k.kelvin, type(k).__name__, Kelvin.name(), Temperature.valid(-300), k.valid(0), k.copy().celsius)
print(Temperature.made, Kelvin.made, [f(1) for f in (Temperature.valid, k.valid)], isinstance(k.copy(), Kelvin))
method = k.copy
print(method().celsius, Temperature.copy(k).kelvin, Kelvin.name.__name__)
