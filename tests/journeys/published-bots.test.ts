// A published giveaway manager, set up as its page says. It is installed from the package registry
// for this file only.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { demo } from "../../packages/server/src/control/world-file/demo-world.ts";
import { startBot, type Bot } from "./bots/start-bot.ts";

const INSTALL_MS = 120_000;
const packages = ["discord.js@14.28.1", "discord-giveaways@6.0.1"];

const folder = await mkdtemp(join(tmpdir(), "antechamber-published-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** The reason why it cannot be tested here, or undefined. */
async function whyNot(): Promise<string | undefined> {
  try {
    await writeFile(join(folder, "package.json"), '{"private":true,"type":"module"}');
    const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
    const options = { cwd: folder, timeout: INSTALL_MS };
    await promisify(execFile)("npm", [...words, ...packages], options);
    return undefined;
  } catch (error) {
    return `the registry does not give it: ${(error as Error).message}`;
  }
}

const issue = await whyNot();
if (issue !== undefined) process.stderr.write(`the published bot is left out: ${issue}\n`);

const giveaways = `
  import { Client, GatewayIntentBits as Intents } from "discord.js";
  import { GiveawaysManager } from "discord-giveaways";

  const { Guilds, GuildMembers, GuildMessages, GuildMessageReactions, MessageContent } = Intents;
  const client = new Client({
    intents: [Guilds, GuildMembers, GuildMessages, GuildMessageReactions, MessageContent],
  });
  const manager = new GiveawaysManager(client, {
    storage: "./giveaways.json",
    default: { botsCanWin: false, embedColor: "#FF0000", embedColorEnd: "#000000", reaction: "🎉" },
  });
  client.on("messageCreate", async ({ author, channel, content }) => {
    if (author.bot) return;
    const [verb, id] = content.split(" ");
    if (verb === "!start") {
      await manager.start(channel, { duration: 3_600_000, winnerCount: 1, prize: "A kettle" });
    }
    if (verb === "!end") await manager.end(id);
  });
  manager.on("giveawayEnded", (_, winners) => console.log("won by", winners[0]?.user.username));
  client.once("clientReady", () => console.log("ready"));
  await client.login();
`;

async function aBot(name: string, program: string): Promise<Bot> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, program);
  const bot = await startBot(file);
  cleanups.push(bot.stop);
  return bot;
}

const timeout = 60_000;

describe.skipIf(issue !== undefined)("a published bot", () => {
  test("runs a giveaway for users who reacted", { timeout }, async () => {
    const { call, run } = await aBot("giveaways", giveaways);
    const say = (content: string) =>
      call("POST /control/v1/users/alice/message", { channel: "general", content });
    await say("!start");
    const latestMessage = async () => {
      const { body } = await call(`GET /channels/${demo.generalId}/messages?limit=1`);
      const [message] = body as [{ id: string; embeds: object[]; reactions?: object[] }];
      return message;
    };
    await expect.poll(async () => (await latestMessage()).reactions?.length, { timeout }).toBe(1);
    const { id } = await latestMessage();
    const react = { channel: "general", message: id, emoji: "🎉" };
    expect((await call("POST /control/v1/users/bob/react", react)).status).toBe(200);
    await say(`!end ${id}`);
    await run.says("won by bob");
    const { body } = await call(`GET /channels/${demo.generalId}/messages`);
    expect(JSON.stringify(body)).toContain("A kettle");
  });
});
