import numpy as np
from harness import In, Out, case

DECODED = np.dtype([("opcode", "u4"), ("rd", "u4"), ("rs", "u4"), ("imm", "i4")])


def cases(rng):
    n = 64
    words = rng.integers(0, 1 << 32, n, dtype=np.uint32)
    words[0], words[1] = 0xFFFFFFFF, 0x80000000
    out, again = np.zeros(n, DECODED), []
    for i, w in enumerate(words.tolist()):
        # As binary text, from the most significant bit.
        t = f"{w:032b}"
        imm = int(t[:15], 2) - (int(t[0]) << 15)
        rs, rd, opcode = int(t[15:20], 2), int(t[20:25], 2), int(t[25:], 2)
        out[i] = opcode, rd, rs, imm
        again.append(int(f"{-imm & 0x7FFF:015b}{rs:05b}{rd ^ rs:05b}{opcode:07b}", 2))
    yield case(
        kernel="instructions", global_size=(n,), local_size=(16,),
        args=[In(words), Out(DECODED, n), Out(np.uint32, n)],
        expect={1: out, 2: np.array(again, np.uint32)},
    )

    boards = rng.integers(0, 1 << 64, n, dtype=np.uint64)
    boards[:20] &= rng.integers(0, 1 << 64, 20, dtype=np.uint64)
    boards[20:30] |= rng.integers(0, 1 << 64, 10, dtype=np.uint64)
    boards[0], boards[1] = 0, 2**64 - 1
    squares = np.full((n, 64), 255, np.uint8)
    counts, longest = [], []
    for i, b in enumerate(boards.tolist()):
        text = f"{b:064b}"
        at = [k for k in range(64) if text[63 - k] == "1"]
        squares[i, : len(at)] = at
        counts.append(len(at))
        longest.append(max(map(len, text.split("0"))))
    yield case(
        kernel="bitboard", global_size=(n,), local_size=(8,),
        args=[In(boards), Out(np.uint8, (n, 64)), Out(np.uint32, n), Out(np.uint32, n),
              Out(np.uint64, n)],
        expect={
            1: squares, 2: np.array(counts, np.uint32), 3: np.array(longest, np.uint32),
            4: boards.byteswap(),
        },
    )

    # Every place and width that fits.
    place = np.array([(a, w) for a in range(32) for w in range(1, 33 - a)], np.uint8)
    m = len(place)
    words = rng.integers(0, 1 << 32, m, dtype=np.uint32)
    plain, signed, inserted, powers = [], [], [], []
    for w, (at, width) in zip(words.tolist(), place.tolist()):
        t = f"{w:032b}"
        cut = t[32 - at - width : 32 - at]
        plain.append(int(cut, 2))
        signed.append(int(cut, 2) - (int(cut[0]) << width))
        field = f"{(w ^ 0xFFFFFFFF) >> 3:032b}"[32 - width :]
        inserted.append(int(t[: 32 - at - width] + field + t[32 - at :], 2))
        v = w >> at | 1
        above = 1 << (v - 1).bit_length()
        powers.append((1 << v.bit_length() - 1, above % 2**32))
    yield case(
        kernel="fields", global_size=(m,), local_size=(16,),
        args=[In(words), In(place), Out(np.uint32, m), Out(np.int32, m), Out(np.uint32, m),
              Out(np.uint32, (m, 2))],
        expect={
            2: np.array(plain, np.uint32), 3: np.array(signed, np.int32),
            4: np.array(inserted, np.uint32), 5: np.array(powers, np.uint32),
        },
    )
