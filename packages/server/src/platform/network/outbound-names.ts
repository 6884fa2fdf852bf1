// Looks up the names of endpoints so that one whose name server stays silent holds up no other: the
// system looks up two names at a time for the whole process, and waits many seconds for each.
import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { SerialQueue } from "../async/serial-queue.ts";

/** The addresses of a name. It throws where there are none. */
export type FindAddresses = (name: string) => Promise<readonly LookupAddress[]>;

/** The system's way, which knows hosts files and domains to search. */
export const findBySystem: FindAddresses = (name) => lookup(name, { all: true });

/** Real milliseconds that a name server has for an answer at first, and how often it is asked. */
const FIRST_TRY_MS = 1000;
const TRIES = 2;
/** Names that wait for the system to look them up, one after another. */
const WAITING_MAX = 100;

export interface NamesDeps {
  /** `127.0.0.1:53`; absent: those that the system is set to. */
  readonly servers?: readonly string[];
  /** Real milliseconds that a server has for its first answer; absent: a second. */
  readonly firstTryMs?: number;
  readonly bySystem?: FindAddresses;
}

/**
 * Asks name servers by itself, as many names at once as there are. What they do not know is looked
 * up by the system, one name at a time.
 */
export function findByNameServers(deps: NamesDeps = {}): FindAddresses {
  const { bySystem = findBySystem } = deps;
  const turns = new SerialQueue();
  let waiting = 0;

  async function inTurn(name: string): Promise<readonly LookupAddress[]> {
    if (waiting >= WAITING_MAX) throw new Error(`${name} is one of too many unknown names`);
    waiting += 1;
    try {
      return await turns.run(() => bySystem(name));
    } finally {
      waiting -= 1;
    }
  }

  return async (name) => {
    // A name without a domain is this network's.
    const known = name.includes(".") ? await ask(resolverOf(deps), name) : [];
    return known.length > 0 ? known : inTurn(name);
  };
}

/** Made for each name: it reads the system's settings once. */
function resolverOf({ servers, firstTryMs = FIRST_TRY_MS }: NamesDeps): Resolver {
  const resolver = new Resolver({ timeout: firstTryMs, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return resolver;
}

/** What name servers answer; none for a name that they do not know. It throws where they are silent. */
async function ask(resolver: Resolver, name: string): Promise<readonly LookupAddress[]> {
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
