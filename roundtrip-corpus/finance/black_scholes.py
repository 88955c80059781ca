import math

import numpy as np

from harness import Expect, In, Out, case

OPTION = np.dtype([(f, "f4") for f in ("spot", "strike", "years", "rate", "volatility")])
PRICE = np.dtype([(f, "f8") for f in ("call", "put", "delta", "vega")])


def price(options):
    s, k, t, r, v = (options[f].astype(np.float64) for f in OPTION.names)
    cdf = np.vectorize(lambda x: 0.5 * (1 + math.erf(x / math.sqrt(2))))
    d1 = (np.log(s / k) + (r + v * v / 2) * t) / (v * np.sqrt(t))
    d2 = d1 - v * np.sqrt(t)
    out = np.zeros(options.shape, PRICE)
    out["call"] = s * cdf(d1) - k * np.exp(-r * t) * cdf(d2)
    out["put"] = out["call"] - s + k * np.exp(-r * t)  # put-call parity
    out["delta"] = cdf(d1)
    out["vega"] = s * np.exp(-d1 * d1 / 2) / np.sqrt(2 * np.pi) * np.sqrt(t)
    return out


def cases(rng):
    n = 256
    options = np.zeros(n, OPTION)
    options["spot"] = rng.uniform(20, 60, n)
    options["strike"] = rng.uniform(20, 60, n)
    options["years"] = rng.uniform(0.25, 3, n)
    options["rate"] = rng.uniform(0, 0.08, n)
    options["volatility"] = rng.uniform(0.2, 0.6, n)
    want = price(options)
    result = np.dtype([(f, "f4") for f in PRICE.names])
    # log 3 ulp, erfc 16, exp 3, divisions 2.5: at most some 64 ulp of the terms.
    yield case(kernel="black_scholes", global_size=(n,),
               args=[In(options), Out(result, n)],
               expect={1: Expect(want, 64, options["spot"] + options["strike"])})

    # The true volatility is known: the cost comes from it. An error of the
    # cost weighs as much as 1 / vega.
    guess = options.copy()
    guess["volatility"] = 0.4
    error = (options["spot"] + options["strike"]) / want["vega"]
    yield case(kernel="implied_volatility", global_size=(n,), local_size=(32,),
               args=[In(guess), In(want["call"].astype(np.float32)), Out(np.float32, n)],
               expect={2: Expect(options["volatility"], 64, error + 20)})
