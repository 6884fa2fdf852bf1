// A bot in a run of `antechamber run`, and the people who use it.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demo, demoWorld } from "../../../packages/server/src/control/world-file/demo-world.ts";
import { answerOf, type Answer } from "../../../packages/server/src/testing/answer.ts";
import { startRun, type Run } from "../unchanged/start-run.ts";

const python = process.env["TEST_PYTHON"] ?? "/usr/bin/python3";
const [guild] = demoWorld.guilds ?? [];

/** The demo world with more people, and a bot that may do everything and read everything. */
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
  /** Calls the service, the control plane by paths that begin with `/control`. */
  readonly call: (route: string, body?: object, token?: string) => Promise<Answer>;
  /** Writes as a person, and gives what the bot answers. */
  readonly write: (user: string, content: string) => Promise<unknown>;
  /** What the latest messages of a channel say, the last first. */
  readonly latest: (channel?: string) => Promise<readonly unknown[]>;
  readonly stop: () => Promise<void>;
}

/** Starts a program, and waits until it says that it is ready. */
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
