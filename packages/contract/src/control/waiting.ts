/**
 * How long a call that acts as a user may wait for an outcome, in real milliseconds. Source:
 * product.md, Simulated users; the upper bound is assumed.
 */
export const invokeWait = { defaultMs: 5000, maxMs: 60_000 } as const;
