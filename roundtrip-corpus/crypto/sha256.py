import hashlib

import numpy as np
from harness import In, Out, case


def cases(rng):
    # Around every length at which the padding changes shape.
    lengths = [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 111, 119, 120, 127, 128, 200]
    messages = [rng.bytes(n) for n in lengths]
    messages[2] = b"abc"
    offsets = np.cumsum([0] + lengths[:-1]).astype(np.uint32)
    text = np.frombuffer(b"".join(messages), np.uint8)
    digests = b"".join(hashlib.sha256(m).digest() for m in messages)
    yield case(
        kernel="sha256", global_size=(len(messages),), local_size=(4,),
        args=[
            In(text), In(offsets), In(np.array(lengths, np.uint32)),
            Out(np.uint32, (len(messages), 8)),
        ],
        expect={3: np.frombuffer(digests, np.uint32)},
    )

    header, base, items = rng.bytes(48), 0xFFFFFF80, 256
    zeros = []
    for nonce in range(base, base + items):
        block = header + (nonce % 2**32).to_bytes(4, "little")
        digest = hashlib.sha256(hashlib.sha256(block).digest()).digest()
        zeros.append(256 - int.from_bytes(digest, "big").bit_length())
    yield case(
        kernel="mine", global_size=(items,), local_size=(32,),
        args=[In(np.frombuffer(header, np.uint32)), np.uint32(base), Out(np.uint32, items)],
        expect={2: np.array(zeros, np.uint32)},
    )
