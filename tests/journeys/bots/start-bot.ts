// Runs a bot with `antechamber run`, and acts as its users.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demo, demoWorld } from "../../../packages/server/src/control/world-file/demo-world.ts";
import { answerOf, type Answer } from "../../../packages/server/src/testing/answer.ts";
import { startRun, type Run } from "../unchanged/start-run.ts";

const python = process.env["TEST_PYTHON"] ?? "/usr/bin/python3";
const [guild] = demoWorld.guilds ?? [];

/** The demo world with more users, and a bot with all permissions and intents. */
const world = {
  ...demoWorld,
  users: [
    ...(demoWorld.users ?? []),
    { username: "carol", token: "user-token-carol" },
    { username: "dave", token: "user-token-dave" },
  ],
  applications: (demoWorld.applications ?? []).map((application) => ({
    ...application,
    bot: { token: demo.botToken, intents: ["GUILD_MEMBERS", "MESSAGE_CONTENT"] },
  })),
  guilds: [{ ...guild, members: [...(guild?.members ?? []), { user: "carol" }] }],
};

export interface Bot {
  readonly run: Run;
  /** Calls the service; paths that begin with `/control` are those of the control plane. */
  readonly call: (route: string, body?: object, token?: string) => Promise<Answer>;
  /** Writes as a user, and returns the bot's reply. */
  readonly write: (user: string, content: string) => Promise<unknown>;
  /** The contents of a channel's latest messages, the newest first. */
  readonly latest: (channel?: string) => Promise<readonly unknown[]>;
  readonly stop: () => Promise<void>;
}

/** Starts a program, and waits until it prints that it is ready. */
export async function startBot(program: string): Promise<Bot> {
  const folder = await mkdtemp(join(tmpdir(), "antechamber-bots-"));
  const worldFile = join(folder, "world.json");
  await writeFile(worldFile, JSON.stringify(world));
  const interpreter = program.endsWith(".py") ? python : process.execPath;
  const run = await startRun(["--world", worldFile, "--", interpreter, program]);
  await run.says("ready");
  const url = await run.url();
  const call: Bot["call"] = async (route, body, token) => {
    const [method = "GET", at = ""] = route.split(" ");
    const isControl = at.startsWith("/control");
    const auth = isControl ? "Control antechamber" : (token ?? `Bot ${demo.botToken}`);
    const headers = { authorization: auth, "content-type": "application/json" };
    const address = `${url}${isControl ? "" : "/api/v10"}${at}`;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return answerOf(await fetch(address, { method, headers, ...sent }));
  };
  return {
    run,
    call,
    async stop() {
      await run.stop();
      await rm(folder, { recursive: true, force: true });
    },
    async write(user, content) {
      const form = { channel: "general", content, until: "answered", wait: 15_000 };
      const answer = await call(`POST /control/v1/users/${user}/message`, form);
      return answer.at("answers", 0, "content") ?? answer.body;
    },
    async latest(channel = demo.generalId) {
      const messages = (await call(`GET /channels/${channel}/messages`)).body as object[];
      return messages.map((message) => Reflect.get(message, "content") as unknown);
    },
  };
}
