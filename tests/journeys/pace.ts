// Limits of milliseconds for any machine: they hold for one that answers a bare HTTP call in a
// fifth of a millisecond, and are scaled for one that takes longer.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The duration of a bare call on an idle machine, in milliseconds. */
const BARE_MS = 0.2;
const BARE_CALLS = 100;

/** How long an operation took, in milliseconds. */
export async function took(act: () => unknown): Promise<number> {
  const since = performance.now();
  await act();
  return performance.now() - since;
}

/** The durations of a repeated operation in milliseconds, the shortest first. */
export async function times(count: number, act: (nth: number) => unknown): Promise<number[]> {
  const taken: number[] = [];
  for (let nth = 0; nth < count; nth += 1) taken.push(await took(() => act(nth)));
  return taken.toSorted((one, other) => one - other);
}

/** The quantile of sorted values. */
export function at(share: number, sorted: readonly number[]): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Infinity;
}

/** How many times slower than the reference machine this one is at the moment; at least 1. */
export async function slowness(): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end("{}"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const call = async () => (await fetch(url, { method: "POST", body: "{}" })).text();
  await times(BARE_CALLS, call);
  const bare = await times(BARE_CALLS, call);
  server.closeAllConnections();
  server.close();
  return Math.max(1, at(0.5, bare) / BARE_MS);
}
