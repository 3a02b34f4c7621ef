import textwrap
from textwrap import dedent, fill

text = "The quick brown fox jumps over the lazy dog. It was a well-known dog."
print(textwrap.wrap(text, 20), fill(text, width=30, initial_indent="* ", subsequent_indent="  "))
print(textwrap.shorten(text, 25), textwrap.shorten(text, width=25, placeholder="..."), textwrap.shorten("short", 10))
print(
    dedent("""
    a
      b
    c
"""),
    textwrap.indent("a\n\nb\n", "> "),
    textwrap.indent("a\nb", "- ", lambda line: line.startswith("b")),
)
wrapper = textwrap.TextWrapper(width=12, max_lines=2, placeholder=" [...]", break_on_hyphens=False)
print(wrapper.wrap(text), wrapper.fill("abc " * 6), wrapper.width)
print(textwrap.wrap("a\tb", tabsize=4), textwrap.wrap("xxxxxxxxxx", 4, break_long_words=False), textwrap.wrap(""))
wrapper.initial_indent, wrapper.width, wrapper.max_lines = "- ", 20, None
print(wrapper.wrap(text), wrapper.initial_indent, wrapper.max_lines)
try:
    textwrap.wrap("abc", 0)
except ValueError as error:
    print(error)
