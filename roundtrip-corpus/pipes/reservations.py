NOT_EXECUTED = "a pipe is more than the harness makes"


def cases(rng):
    yield from ()
