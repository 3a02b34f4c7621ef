# why: a pattern for words and spaces, as people write it, backtracks exponentially.
# source: https://owasp.org/www-community/attacks/Regular_expression_Denial_of_Service_-_ReDoS
import re

re.fullmatch(r"(\w+\s?)*", "a" * 60 + "!")
