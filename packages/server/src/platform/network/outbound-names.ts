// Resolves the host names of endpoints so that one whose name server stays silent blocks no other:
// the system resolves two names at a time for the whole process, and waits many seconds for each.
import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { SerialQueue } from "../async/serial-queue.ts";

/** Resolves a name to its addresses. It throws if there are none. */
export type FindAddresses = (name: string) => Promise<readonly LookupAddress[]>;

/** The system's resolver, which uses hosts files and search domains. */
export const findBySystem: FindAddresses = (name) => lookup(name, { all: true });

/** The timeout of a first query in real milliseconds, and how often it is tried. */
const FIRST_TRY_MS = 1000;
const TRIES = 2;
/** The maximum number of names that wait for the system's resolver. */
const WAITING_MAX = 100;

export interface NamesDeps {
  /** Such as `127.0.0.1:53`; absent: the name servers of the system. */
  readonly servers?: readonly string[];
  /** The timeout of a first query in real milliseconds; absent: a second. */
  readonly firstTryMs?: number;
  readonly bySystem?: FindAddresses;
}

/**
 * Queries name servers directly, for any number of names concurrently. Names that they cannot
 * resolve go to the system's resolver, one at a time.
 */
export function findByNameServers(deps: NamesDeps = {}): FindAddresses {
  const { bySystem = findBySystem } = deps;
  const turns = new SerialQueue();
  let waiting = 0;

  async function findBySystemInTurn(name: string): Promise<readonly LookupAddress[]> {
    if (waiting >= WAITING_MAX) throw new Error(`${name} is one of too many unknown names`);
    waiting += 1;
    try {
      return await turns.run(() => bySystem(name));
    } finally {
      waiting -= 1;
    }
  }

  return async (name) => {
    // A name without a dot belongs to the local network.
    const found = name.includes(".") ? await query(resolverOf(deps), name) : [];
    return found.length > 0 ? found : findBySystemInTurn(name);
  };
}

/** Created for each name, since a resolver reads the system's settings only once. */
function resolverOf({ servers, firstTryMs = FIRST_TRY_MS }: NamesDeps): Resolver {
  const resolver = new Resolver({ timeout: firstTryMs, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return resolver;
}

/** The answer of the name servers; empty for an unknown name. It throws if they are silent. */
async function query(resolver: Resolver, name: string): Promise<readonly LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [...addressesIn(four, 4), ...addressesIn(six, 6)];
  const silent = [four, six].find(
    (each) => each.status === "rejected" && codeOf(each.reason) === "ETIMEOUT",
  );
  if (found.length === 0 && silent?.status === "rejected") throw silent.reason;
  return found;
}

function addressesIn(
  answer: PromiseSettledResult<readonly string[]>,
  family: 4 | 6,
): readonly LookupAddress[] {
  return answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family })) : [];
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}
