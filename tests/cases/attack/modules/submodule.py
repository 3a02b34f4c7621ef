# why: a submodule of a vetted package is not vetted with it.
# source: https://docs.python.org/3/library/json.html
import json.decoder

json.decoder.scanstring
