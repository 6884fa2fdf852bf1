// How long things take, on whatever machine: bars of milliseconds hold for one that answers a bare
// call of HTTP in a fifth of a millisecond, and one that takes longer for it may take longer for all.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A bare call on a machine with nothing else to do, in milliseconds. */
const BARE_MS = 0.2;
const BARE_CALLS = 100;

/** How long an act took, in milliseconds. */
export async function took(act: () => unknown): Promise<number> {
  const since = performance.now();
  await act();
  return performance.now() - since;
}

/** The times of an act that is done again and again, in milliseconds, the shortest first. */
export async function times(count: number, act: (nth: number) => unknown): Promise<number[]> {
  const taken: number[] = [];
  for (let nth = 0; nth < count; nth += 1) taken.push(await took(() => act(nth)));
  return taken.toSorted((one, other) => one - other);
}

/** The time below which a share of them is. */
export function at(share: number, sorted: readonly number[]): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Infinity;
}

/** How many times longer than the machine of the bars this one takes just now; at least once. */
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
