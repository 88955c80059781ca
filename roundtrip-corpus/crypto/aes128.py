import numpy as np
from harness import In, Out, case


# The reference works in GF(2^8) arithmetic throughout and uses no tables from
# the program: the S-box is computed from inverses.
def times(a, b):
    r = 0
    while b:
        if b & 1:
            r ^= a
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return r


def sbox(x):
    inverse = 1
    for _ in range(254):  # x^254 is the inverse, and 0 stays 0
        inverse = times(inverse, x)
    result = 0x63
    for k in range(5):
        result ^= (inverse << k | inverse >> (8 - k)) & 0xFF
    return result


SBOX = [sbox(x) for x in range(256)]


def encrypt(key, block):
    words = [list(key[i : i + 4]) for i in range(0, 16, 4)]
    rcon = 1
    for i in range(4, 44):
        t = words[i - 1]
        if i % 4 == 0:
            t = [SBOX[b] for b in t[1:] + t[:1]]
            t[0] ^= rcon
            rcon = times(rcon, 2)
        words.append([a ^ b for a, b in zip(words[i - 4], t)])
    keys = [sum(words[4 * r : 4 * r + 4], []) for r in range(11)]
    s = [a ^ b for a, b in zip(block, keys[0])]
    for r in range(1, 11):
        s = [SBOX[b] for b in s]
        s = [s[(i + 4 * (i % 4)) % 16] for i in range(16)]
        if r < 10:
            mixed = []
            for c in range(0, 16, 4):
                for row in range(4):
                    mixed.append(
                        times(s[c + row], 2) ^ times(s[c + (row + 1) % 4], 3)
                        ^ s[c + (row + 2) % 4] ^ s[c + (row + 3) % 4]
                    )
            s = mixed
        s = [a ^ b for a, b in zip(s, keys[r])]
    return bytes(s)


def cases(rng):
    # FIPS 197, appendix B and C.1.
    known = [
        ("2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734",
         "3925841d02dc09fbdc118597196a0b32"),
        ("000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff",
         "69c4e0d86a7b0430d8cdb78070b4c55a"),
    ]
    n = 16
    keys = [bytes.fromhex(k) for k, _, _ in known] + [rng.bytes(16) for _ in range(n - 2)]
    plain = [bytes.fromhex(p) for _, p, _ in known] + [rng.bytes(16) for _ in range(n - 2)]
    cipher = [encrypt(k, p) for k, p in zip(keys, plain)]
    assert [c.hex() for c in cipher[:2]] == [c for _, _, c in known]

    def rows(blocks):
        return np.frombuffer(b"".join(blocks), np.uint8).reshape(-1, 16)

    yield case(
        kernel="ecb", global_size=(n,), local_size=(4,),
        args=[In(rows(keys)), In(rows(plain)), Out(np.uint8, (n, 16)), Out(np.uint8, (n, 16))],
        expect={2: rows(cipher), 3: rows(plain)},
    )

    key, nonce = rng.bytes(16), 0x0123456789ABCDEF
    stream = [
        encrypt(key, nonce.to_bytes(8, "big") + i.to_bytes(8, "big")) for i in range(n)
    ]
    text = rows([rng.bytes(16) for _ in range(n)])
    yield case(
        kernel="ctr", global_size=(n,), local_size=(8,),
        args=[np.frombuffer(key, np.uint8), np.uint64(nonce), In(text), Out(np.uint8, (n, 16))],
        expect={3: text ^ rows(stream)},
    )
