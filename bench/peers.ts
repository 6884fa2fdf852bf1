// The same work done by other programs that do part of it, if the registry has them: exact versions
// are installed into a folder of the run, and measured in it.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Programs } from "./calls.ts";
import { ofRounds, type Figure } from "./figures.ts";
import { measure, type Call } from "./load.ts";
import { startProgram, type Program } from "./program.ts";

const ROUNDS = 3;
const SECONDS = 3;

const versions = {
  "@colyseus/core": "0.18.17",
  "@colyseus/ws-transport": "0.18.4",
  "@stoplight/prism-cli": "5.16.0",
  express: "5.2.1",
};

/** A permanent room, with the same data as a lobby of the benchmark. */
const rooms = `
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { createServer } from "node:http";
class Lobby extends Room {
  onCreate({ metadata }) {
    this.autoDispose = false;
    this.setMetadata(metadata);
  }
}
const server = createServer();
const game = new Server({ transport: new WebSocketTransport({ server }), greet: false });
game.define("lobby", Lobby);
await game.listen(0, "127.0.0.1");
console.log("ready http://127.0.0.1:" + server.address().port);
`;

/** The mock server starts on a port of its own choice, which it prints in colour. */
const mock = `
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
const [program, document] = process.argv.slice(2);
const port = 20_000 + (process.pid % 20_000);
const child = spawn(process.execPath, [program, "mock", "-p", String(port), "-v", "info", document]);
child.stdout.on("data", (data) => {
  const at = /listening on (http:\\S+)/.exec(stripVTControlCharacters(String(data)))?.[1];
  if (at !== undefined) console.log("ready " + at);
});
process.on("SIGTERM", () => {
  child.kill("SIGTERM");
  process.exit(0);
});
`;

function installed(directory: string): string {
  const folder = join(directory, "peers");
  mkdirSync(folder);
  const manifest = { private: true, type: "module", dependencies: versions };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const flags = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", flags, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(join(folder, "rooms.js"), rooms);
  writeFileSync(join(folder, "mock.js"), mock);
  return folder;
}

/** The ratio of calls per second: the service's to the peer's. */
async function times(ours: Program, call: Call, peer: Program, theirs: Call) {
  const ratios: number[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const there = (await measure(peer, theirs, SECONDS)).perSecond;
    const here = (await measure(ours, call, SECONDS)).perSecond;
    if (round > 0) ratios.push(here / there);
  }
  return { ...ofRounds(ratios), unit: "times", better: "higher" } as const;
}

/** @param calls the service's calls: one that creates a lobby, one that lists commands */
export async function* peerFigures(
  { ours }: Pick<Programs, "ours">,
  calls: { readonly create: Call; readonly list: Call },
  directory: string,
): AsyncGenerator<Figure> {
  const folder = installed(directory);
  const colyseus = await startProgram([join(folder, "rooms.js")]);
  try {
    const theirs: Call = {
      method: "POST",
      path: "/matchmake/create/lobby",
      body: calls.create.body ?? "{}",
    };
    const name = `create lobby against a room of Colyseus ${versions["@colyseus/core"]}`;
    yield { name, ...(await times(ours, calls.create, colyseus, theirs)), goal: 7 };
  } finally {
    await colyseus.stop();
  }
  const program = join(folder, "node_modules/@stoplight/prism-cli/dist/index.js");
  const document = join(import.meta.dirname, "../openapi.json");
  const prism = await startProgram([join(folder, "mock.js"), program, document]);
  try {
    const name = `list commands against the mock of Prism ${versions["@stoplight/prism-cli"]}`;
    yield { name, ...(await times(ours, calls.list, prism, calls.list)), goal: 40 };
  } finally {
    await prism.stop();
  }
}
