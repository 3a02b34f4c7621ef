import hashlib
from hashlib import md5, sha256

print(
    sha256(b"abc").hexdigest(),
    md5("x".encode()).hexdigest(),
    hashlib.sha1().digest()[:3],
    hashlib.sha512(b"a").hexdigest()[:12],
)
running = hashlib.new("sha256")
running.update(b"a")
other = running.copy()
running.update(b"bc")
print(
    running.hexdigest() == sha256(b"abc").hexdigest(),
    other.hexdigest()[:8],
    running.digest_size,
    running.block_size,
    running.name,
)
print(
    hashlib.sha3_256(b"a").hexdigest()[:8],
    hashlib.blake2b(b"a", digest_size=4, key=b"k").hexdigest(),
    hashlib.blake2s(b"a").hexdigest()[:8],
)
print(
    hashlib.shake_128(b"a").hexdigest(4),
    hashlib.sha224(b"").hexdigest()[:8],
    hashlib.sha384(b"").hexdigest()[:8],
    hashlib.new("sha3_512", b"a").hexdigest()[:8],
)
