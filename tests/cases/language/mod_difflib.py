import difflib
from difflib import SequenceMatcher, get_close_matches

print(get_close_matches("appel", ["ape", "apple", "peach"]), get_close_matches("x", ["y"], n=1, cutoff=0.9))
matcher = SequenceMatcher(None, "abxcd", "abcd")
print(
    round(matcher.ratio(), 4),
    matcher.quick_ratio() >= matcher.ratio(),
    matcher.real_quick_ratio(),
    matcher.get_opcodes(),
)
print(matcher.find_longest_match(0, 5, 0, 4), matcher.get_matching_blocks(), matcher.a, matcher.b)
matcher.set_seq2("xyz")
print(
    round(matcher.ratio(), 3),
    SequenceMatcher(a=[1, 2], b=[1, 3]).ratio(),
    SequenceMatcher(lambda x: x == " ", "a b", "ab").ratio(),
)
before, after = ["one\n", "two\n", "three\n"], ["one\n", "2\n", "three\n"]
print(
    "".join(difflib.unified_diff(before, after, fromfile="a", tofile="b")),
    "".join(difflib.context_diff(before, after, n=1)),
)
delta = list(difflib.ndiff(before, after))
print("".join(delta), list(difflib.restore(delta, 1)), list(difflib.Differ().compare(["a"], ["b"])))
print(
    list(SequenceMatcher(None, before, after).get_grouped_opcodes(1)),
    difflib.IS_LINE_JUNK(" # \n"),
    difflib.IS_CHARACTER_JUNK(" "),
)
