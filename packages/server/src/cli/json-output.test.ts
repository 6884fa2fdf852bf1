// Compares what every command prints with `--json` with its declaration.
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, expect, test } from "vitest";
import { anAnsweringApplication, type Sent } from "../testing/network/answering-application.ts";
import {
  clientCommand,
  commandsWithOutput,
  outputFaults,
  type CommandOptions,
} from "../testing/clients/client-command.ts";
import { aService, demo, type TestService } from "../testing/start-service.ts";
import { addClientCommands } from "./client-commands.ts";
import type { ClientDeps } from "./deps.ts";

let service: TestService;
afterEach(() => service?.stop());

/** The command with a protocol of its own on stdout. */
const PROTOCOL = "mcp";

/** Every command that takes `--json`, by its words. */
function commandsOf(program: Command, above: readonly string[] = []): readonly string[] {
  return program.commands.flatMap((command) => {
    const words = [...above, command.name()];
    const own = command.options.some(({ long }) => long === "--json") ? [words.join(" ")] : [];
    return [...own, ...commandsOf(command, words)];
  });
}

test("every command with --json has a declared output", () => {
  const program = new Command();
  addClientCommands(program, {} as ClientDeps, () => undefined);
  const taking = commandsOf(program).filter((command) => command !== PROTOCOL);
  expect(taking.toSorted(), "commandOutputs of control/command-line.ts has them").toEqual(
    commandsWithOutput.toSorted(),
  );
});

const commands = [
  {
    name: "play",
    description: "Plays",
    options: [{ type: 3, name: "song", description: "Which", autocomplete: true }],
  },
  { name: "menu", description: "Shows controls" },
  { name: "form", description: "Shows a form" },
];

const button = { type: 2, style: 1, label: "Again", custom_id: "again" };
const menu = {
  type: 3,
  custom_id: "colour",
  placeholder: "Colour",
  options: [
    { label: "Red", value: "r" },
    { label: "Blue", value: "b" },
  ],
};
const rows = [button, menu].map((each) => ({ type: 1, components: [each] }));
const field = { type: 4, custom_id: "text", label: "What", style: 1 };
const form = {
  custom_id: "feedback",
  title: "Feedback",
  components: [{ type: 1, components: [field] }],
};

function answer({ type, data }: Sent): unknown {
  if (type === 4) return { type: 8, data: { choices: [{ name: "Abba", value: "abba" }] } };
  if (data.name === "menu") return { type: 4, data: { content: "choose", components: rows } };
  if (data.name === "form") return { type: 9, data: form };
  return { type: 4, data: { content: "done" } };
}

/** A run of a command, and the errors in what it printed. */
interface Told {
  readonly command: string;
  readonly code: number;
  readonly err: string;
  readonly faults: readonly unknown[];
}

/** Runs commands one after another, and records which of them ran. */
class Runs {
  readonly told: Told[] = [];

  /** @param line `journal export | 12 --as har`: the command's words, and what follows them */
  async run(line: string, options: CommandOptions = {}): Promise<string> {
    const [command = "", more = ""] = line.split(" | ");
    const rest = more.match(/"[^"]*"|\S+/g)?.map((each) => each.replaceAll('"', "")) ?? [];
    const words = [...command.split(" "), ...rest, "--json"];
    const { code, out, err } = await clientCommand(service, words, options);
    this.told.push({ command, code, err, faults: faultsOf(command, out, words) });
    return out;
  }

  get commands(): readonly string[] {
    return [...new Set(this.told.map(({ command }) => command))];
  }
}

/** Words by which a command prints a line for each entry. */
const streaming = ["--jsonl", "--list", "listen"];

function faultsOf(command: string, out: string, words: readonly string[]): readonly unknown[] {
  try {
    const isStream = words.some((word) => streaming.includes(word));
    return outputFaults(command, out, isStream ? "line" : "object");
  } catch (error) {
    return [`${(error as Error).message}: ${out.slice(0, 100)}`];
  }
}

const idIn = (text: string, key = "id"): string =>
  new RegExp(`"${key}":"(\\d+)"`).exec(text)?.[1] ?? "";

async function actAsUsers({ run }: Bound): Promise<string> {
  const invoked = await run('invoke | alice "/play song:x" --in general');
  await run('autocomplete | alice "/play song:ab" --in general');
  await run("invoke | alice /menu --in general");
  await run("click | alice Again --in general");
  await run("invoke | alice /menu --in general");
  await run("select | alice Colour Red --in general");
  const outcome = await run("invoke | alice /form --in general");
  await run(`submit | alice ${idIn(outcome, "interaction")} text=good`);
  await run("message | alice hello --in general");
  await run("see | alice --in general");
  await run("why | alice /play --in general");
  await run("why | alice /play --in general --if roles.mods.permissions=0");
  return idIn(invoked, "interaction");
}

interface Bound {
  readonly run: (line: string, options?: CommandOptions) => Promise<string>;
  readonly folder: string;
}

async function lookBack({ run, folder }: Bound, trace: string): Promise<void> {
  await run("journal");
  await run("journal | --jsonl");
  await run(`journal | --filter trace:${trace} --har ${join(folder, "trace.har")}`);
  await run(`journal | --filter trace:${trace} --har -`);
  for (const as of ["har", "curl", "jsonl", "vitest", "pytest"]) {
    await run(`journal export | ${trace} --as ${as}`);
  }
  await run(`trace | ${trace}`);
  await run(`replay | ${trace} --as curl`);
  await run(`replay | ${trace} --fork`);
  const { body } = await service.control("GET /journal?name=commands.*&limit=1");
  await run(`replay | ${idIn(JSON.stringify(body))}`);
  const say = () =>
    service.control("POST /users/alice/message", { channel: "general", content: "kept" });
  await run(`record | kept --for 200ms --dir ${folder}`, { noted: () => void say() });
}

async function steer({ run, folder }: Bound): Promise<void> {
  for (const line of ["clock", "clock freeze", "clock next", "clock release"]) await run(line);
  await run("clock advance | 1s");
  await run("clock set | 2027-01-01T00:00:00Z");
  for (const line of ["limits", "limits reset"]) await run(line);
  await run("limits profile | off");
  const fault = idIn(await run("faults add | bad-gateway --route users.me"));
  for (const line of ["faults", "faults list"]) await run(line);
  await run(`faults rm | ${fault}`);
  await run("faults clear");
  await run("check | -", { input: JSON.stringify([{ name: "new", description: "New" }]) });
  const file = join(folder, "world.json");
  await writeFile(file, await run("world export"));
  await run(`world check | ${file}`);
  await run("world schema");
  await run(`world pull | ${demo.guildId} --from ${service.url}/api/v10`, {
    env: { DISCORD_TOKEN: demo.botToken },
  });
  await run(`world new | copy --from ${file}`);
  await run("world diff | main copy");
  for (const line of ["world list", "world rm | copy"]) await run(line);
  await run("snapshot save | kept");
  await service.control("PATCH /users/bob", { global_name: "Bobby" });
  for (const line of ["snapshot", "snapshot list", "snapshot diff | kept"]) await run(line);
  await run("snapshot restore | kept");
  await run("snapshot rm | kept");
  await run("world reset");
}

async function list({ run, folder }: Bound): Promise<void> {
  const members = [{ id: "100000000000000001", metadata: { team: "blue" } }];
  const { body } = await service.asBot("POST /lobbies", { members });
  const lobby = idIn(JSON.stringify(body));
  for (const line of ["lobbies", "lobbies list"]) await run(line);
  await run(`lobbies show | ${lobby}`);
  await run(`lobbies close | ${lobby}`);
  const plan = join(folder, "plan.yaml");
  await writeFile(plan, "rounds: 1\nsteps: [connect, { join: { lobby: one } }, disconnect]\n");
  await run(`load | ${plan}`);
  await run(`load | ${plan} --list`);
  await run("connect | discord.js");
  await run("doctor");
  await run("open | console");
  await run("completion | bash");
  await run("complete | see");
}

/** Receives one event, and has it redelivered. */
async function receive({ run }: Bound): Promise<void> {
  const end = new AbortController();
  const arrived = Promise.withResolvers<void>();
  const listening = run("webhooks listen", {
    interrupted: end.signal,
    noted: () =>
      void service.control("POST /users/alice/deauthorize", { application: "Concierge" }),
    printed: () => arrived.resolve(),
  });
  await arrived.promise;
  const { items } = JSON.parse(await run("webhooks")) as { readonly items: { id: string }[] };
  await run("webhooks list");
  await run(`webhooks redeliver | ${items[0]?.id ?? "none"}`);
  end.abort();
  await listening;
}

test("every command prints its declared JSON on stdout, and anything else on stderr", async () => {
  service = await anAnsweringApplication(answer);
  const path = `/applications/${demo.applicationId}/guilds/${demo.guildId}/commands`;
  await service.asBot(`PUT ${path}`, commands);
  const runs = new Runs();
  const folder = await mkdtemp(join(tmpdir(), "antechamber-json-"));
  const bound: Bound = { run: (line, options) => runs.run(line, options), folder };
  const trace = await actAsUsers(bound);
  await lookBack(bound, trace);
  await steer(bound);
  await list(bound);
  await service.stop();
  // Its events are sent over real sockets.
  service = await aService();
  await receive(bound);
  const wrong = runs.told.filter(({ code, faults }) => faults.length > 0 || ![0, 5].includes(code));
  expect(wrong).toEqual([]);
  expect(runs.commands.toSorted()).toEqual(commandsWithOutput.toSorted());
  expect(await readFile(join(folder, "trace.har"), "utf8")).toContain('"log"');
});

test("journal -f --json prints one line of JSON per entry", async () => {
  service = await anAnsweringApplication(answer);
  await service.asBot("GET /users/@me");
  const end = new AbortController();
  const { out, err } = await clientCommand(service, ["journal", "-f", "--json"], {
    interrupted: end.signal,
    printed: () => end.abort(),
  });
  expect({ err, faults: outputFaults("journal", out, "line") }).toEqual({ err: "", faults: [] });
});
