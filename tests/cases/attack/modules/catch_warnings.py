# why: warnings.catch_warnings keeps the module sys under the name _module: the classic way out by subclasses.
# source: https://docs.python.org/3/library/warnings.html#warnings.catch_warnings
import warnings

warnings.catch_warnings()
