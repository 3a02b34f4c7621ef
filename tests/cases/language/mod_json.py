import json

data = {"b": [1, 2.5, None, True], "a": {"x": "ü"}}
print(
    json.dumps(data),
    json.dumps(data, sort_keys=True, indent=2, ensure_ascii=False),
    json.dumps([1], separators=(",", ":")),
)
print(
    json.loads('{"k": [1, {"z": null}]}'),
    json.loads("1.50", parse_float=str),
    json.loads('{"a": 1}', object_hook=lambda d: list(d.items())),
)
try:
    json.loads("{bad")
except json.JSONDecodeError as error:
    print(error, error.pos)


class A:
    pass


print(json.dumps({"a": A()}, default=lambda o: type(o).__name__))
try:
    json.dumps({1, 2})
except TypeError as error:
    print(error)
