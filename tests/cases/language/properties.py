class Temperature:
    def __init__(self):
        self.celsius_value = 0

    @property
    def fahrenheit(self):
        return self.celsius_value * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        self.celsius_value = (value - 32) * 5 / 9

    @staticmethod
    def freeze():
        return 0

    @classmethod
    def boiling(cls):
        t = cls()
        t.celsius_value = 100
        return t


t = Temperature()
t.fahrenheit = 212
print(t.celsius_value, Temperature.boiling().fahrenheit, Temperature.freeze())
try:
    del t.fahrenheit
except AttributeError as error:
    print("no deleter")
