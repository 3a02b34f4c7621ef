class Broken(ValueError):
    pass


print("before")
raise Broken("it broke", 3)
