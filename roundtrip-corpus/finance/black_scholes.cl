// European options: closed-form prices and Greeks, and the implied volatility
// by Newton's method.

typedef struct {
  float spot, strike, years, rate, volatility;
} Option;

typedef struct {
  float call, put, delta, vega;
} Price;

static float normal_cdf(float x) { return 0.5f * erfc(-x * M_SQRT1_2_F); }

static float normal_pdf(float x) {
  return exp(-0.5f * x * x) * (M_2_SQRTPI_F * M_SQRT1_2_F * 0.5f);
}

static Price price(Option o) {
  const float root = o.volatility * sqrt(o.years);
  const float d1 =
      (log(o.spot / o.strike) + (o.rate + 0.5f * o.volatility * o.volatility) * o.years) / root;
  const float d2 = d1 - root;
  const float discounted = o.strike * exp(-o.rate * o.years);

  Price p;
  p.call = o.spot * normal_cdf(d1) - discounted * normal_cdf(d2);
  p.put = discounted * normal_cdf(-d2) - o.spot * normal_cdf(-d1);
  p.delta = normal_cdf(d1);
  p.vega = o.spot * normal_pdf(d1) * sqrt(o.years);
  return p;
}

kernel void black_scholes(global const Option *options, global Price *prices) {
  const size_t i = get_global_id(0);
  prices[i] = price(options[i]);
}

// The volatility at which the option's call costs `cost[i]`; options[i] gives
// the first guess.
kernel void implied_volatility(global const Option *options,
                               global const float *cost, global float *volatility) {
  const size_t i = get_global_id(0);
  Option o = options[i];
  for (int step = 0; step < 20; ++step) {
    const Price p = price(o);
    const float change = (p.call - cost[i]) / p.vega;
    o.volatility = clamp(o.volatility - change, 0.01f, 5.0f);
    if (fabs(change) < 1e-6f)
      break;
  }
  volatility[i] = o.volatility;
}
