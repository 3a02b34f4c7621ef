# why: except* was not checked as except is (CVE-2025-22153).
# source: https://github.com/zopefoundation/RestrictedPython/security/advisories/GHSA-gmj9-h825-chq4
def probe():
    try:
        raise ExceptionGroup("group", [ValueError(1)])
    except* ValueError as group:
        return group.exceptions[0].__traceback__


probe()
