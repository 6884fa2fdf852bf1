// How calls and memory grow with the number of records: a thousand of something, then ten thousand,
// then a hundred thousand. A figure is the cost of a call among the most records relative to that
// among the fewest: 1 means that the number does not matter.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "./figures.ts";
import { measure, type Call } from "./load.ts";
import type { Program } from "./program.ts";
import { asBot, send } from "./send.ts";

const SIZES = [1_000, 10_000, 100_000];
const SECONDS = 2;
/** Commands per guild, the most that it may have. */
const COMMANDS_EACH = 100;
const APPLICATION = "200000000000000001";
const TOKEN = "MjAwMDAwMDAwMDAwMDAwMDAx.bench.growth";
const USER = "100000000000000001";
const MIB = 1024 * 1024;

const headers = asBot(TOKEN);
const numbered = (from: bigint, n: number) => (from + BigInt(n)).toString();
const guildId = (n: number) => numbered(300_000_000_000_000_000n, n);
/** Players, each of whom is in at most a hundred lobbies. */
const PLAYERS = 5_000;
const MEMBERS_EACH = 25;
const playerId = (n: number) => numbered(110_000_000_000_000_000n, n % PLAYERS);

/** A kind of record of which a service may have many. */
interface Kind {
  readonly name: string;
  /** The world that the records need. */
  readonly world: (count: number) => object;
  /** Creates the records. @returns the id of one of them */
  readonly fill: (program: Program, count: number) => Promise<string>;
  /** A read and a write among the records. */
  readonly calls: (id: string) => { readonly read: Call; readonly write: Call };
}

const application = { id: APPLICATION, name: "Growth", bot: { token: TOKEN } };
const user = { id: USER, username: "grower" };

async function newLobbyId({ url }: Program, body: object): Promise<string> {
  const text = await send(`${url}/api/v10/lobbies`, { method: "POST", headers, body });
  return (JSON.parse(text) as { readonly id: string }).id;
}

const lobby = JSON.stringify({ metadata: { mode: "ranked" } });
const newLobby: Call = { method: "POST", path: "/api/v10/lobbies", headers, body: lobby };

const lobbies: Kind = {
  name: "lobbies",
  world: () => ({ users: [user], applications: [application] }),
  async fill(program, count) {
    await measure(program, newLobby, { calls: count });
    return newLobbyId(program, {});
  },
  calls: (id) => ({
    read: { method: "GET", path: `/api/v10/lobbies/${id}`, headers },
    write: newLobby,
  }),
};

const guild = (n: number, members: readonly object[] = []) => ({
  id: guildId(n),
  name: `guild ${n}`,
  owner: USER,
  members: [{ user: USER }, ...members],
  applications: [{ application: APPLICATION }],
});
const command = (n: number) => ({ name: `command-${n}`, description: "one of many" });
const commandsPath = `/applications/${APPLICATION}/guilds/${guildId(0)}/commands`;

const commands: Kind = {
  name: "commands",
  world: (count) => ({
    users: [user],
    applications: [application],
    guilds: Array.from({ length: count / COMMANDS_EACH }, (_, n) => guild(n)),
  }),
  async fill(program, count) {
    const all = Array.from({ length: COMMANDS_EACH }, (_, n) => command(n));
    for (let n = 0; n < count / COMMANDS_EACH; n += 1) {
      const path = `/api/v10/applications/${APPLICATION}/guilds/${guildId(n)}/commands`;
      await send(program.url + path, { method: "PUT", headers, body: all });
    }
    return "";
  },
  calls: () => ({
    read: { method: "GET", path: `/api/v10${commandsPath}`, headers },
    write: {
      method: "POST",
      path: `/api/v10${commandsPath}`,
      headers,
      body: JSON.stringify({ ...command(0), description: "[<id>]" }),
      isVaried: true,
    },
  }),
};

const fullLobby = (n: number) => ({
  members: Array.from({ length: MEMBERS_EACH }, (_, i) => ({ id: playerId(n * MEMBERS_EACH + i) })),
});

const members: Kind = {
  name: "members of lobbies",
  world: () => ({
    users: Array.from({ length: PLAYERS }, (_, n) => ({ id: playerId(n), username: `p-${n}` })),
    applications: [application],
  }),
  async fill(program, count) {
    let id = "";
    for (let n = 0; n < count / MEMBERS_EACH; n += 1) {
      id = await newLobbyId(program, fullLobby(n));
    }
    return id;
  },
  calls: (id) => ({
    read: { method: "GET", path: `/api/v10/lobbies/${id}`, headers },
    write: {
      method: "PUT",
      path: `/api/v10/lobbies/${id}/members/${playerId(PLAYERS - 1)}`,
      headers,
      body: JSON.stringify({ metadata: { team: "[<id>]" } }),
      isVaried: true,
    },
  }),
};

export interface GrowthDeps {
  readonly directory: string;
  /** Starts a service with a file of its own and a world. */
  readonly start: (directory: string, world: string) => Promise<Program>;
}

interface Cost {
  readonly count: number;
  readonly readUs: number;
  readonly writeUs: number;
  readonly mib: number;
}

async function costOf(kind: Kind, count: number, { directory, start }: GrowthDeps): Promise<Cost> {
  const own = join(directory, `${kind.name.replaceAll(" ", "-")}-${count}`);
  const world = `${own}.json`;
  writeFileSync(world, JSON.stringify(kind.world(count)));
  const program = await start(own, world);
  try {
    const { read, write } = kind.calls(await kind.fill(program, count));
    const us = async (call: Call) => {
      // The first measurement is a warm-up, while the engine compiles.
      await measure(program, call, SECONDS / 2);
      return (await measure(program, call, SECONDS)).cpuSecondsPerThousand * 1000;
    };
    const mib = program.residentBytes() / MIB;
    return { count, readUs: await us(read), writeUs: await us(write), mib };
  } finally {
    await program.stop();
  }
}

/** The cost of a read and a write among the most records, relative to that among the fewest. */
export async function* growthFigures(deps: GrowthDeps): AsyncGenerator<Figure> {
  for (const kind of [lobbies, commands, members]) {
    const costs: Cost[] = [];
    for (const count of SIZES) costs.push(await costOf(kind, count, deps));
    const [fewest, most] = [costs[0], costs.at(-1)];
    if (fewest === undefined || most === undefined) continue;
    const detail = costs
      .map(
        ({ count, readUs, writeUs, mib }) =>
          `${count}: read ${readUs.toFixed(1)} µs, write ${writeUs.toFixed(1)} µs of processor time, ${Math.round(mib)} MiB`,
      )
      .join("\n");
    const times = { unit: "times", better: "lower", goal: 1.5 } as const;
    const among = `among ${most.count} ${kind.name} against ${fewest.count}`;
    yield { name: `read ${among}`, value: most.readUs / fewest.readUs, ...times };
    yield { name: `write ${among}`, value: most.writeUs / fewest.writeUs, ...times, detail };
  }
}
