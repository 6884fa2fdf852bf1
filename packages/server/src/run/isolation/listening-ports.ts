// The ports of this machine in state LISTEN, as Linux reports them.
import { readFile } from "node:fs/promises";

/** The most ports that are handled, the lowest first. */
const PORTS_MAX = 500;
/** The state of a listening socket. Source: Linux, include/net/tcp_states.h. */
const LISTENS = "0A";
/** Whether a local address, in the kernel's notation, is reachable over loopback. */
const isReached = (address: string): boolean =>
  /^0+$/.test(address) || /^[0-9A-F]{6}7F$/.test(address) || address.endsWith("00000001000000");

/** The ports reachable over loopback, except those below 1024, which belong to the system. */
export async function listeningPorts(): Promise<ReadonlySet<number>> {
  const tables = await Promise.all(
    ["/proc/net/tcp", "/proc/net/tcp6"].map((path) => readFile(path, "utf8").catch(() => "")),
  );
  const ports = new Set<number>();
  for (const line of tables.flatMap((table) => table.split("\n"))) {
    const [, address = "", port = "", state] =
      /^ *\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ (\S\S) /.exec(line) ?? [];
    const number = Number.parseInt(port, 16);
    if (state === LISTENS && isReached(address) && number >= 1024) ports.add(number);
  }
  return new Set([...ports].toSorted((a, b) => a - b).slice(0, PORTS_MAX));
}
