// A tester restores a clean world between two runs of the same scenario, while a real bot is
// connected.
import { Client, Events, GatewayIntentBits } from "discord.js";
import { afterEach, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { loggedIn } from "./logged-in.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** The bot's state that the journey observes. */
interface Bot {
  readonly client: Client<true>;
  /** Resolves when it has identified again, after its session was invalidated. */
  readonly identifiedAgain: () => Promise<void>;
}

async function aBot(service: TestService): Promise<Bot> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
    rest: { api: `${service.url}/api` },
  });
  cleanups.push(() => client.destroy());
  let readies = 0;
  const waiting: (() => void)[] = [];
  client.on(Events.ShardReady, () => {
    readies += 1;
    if (readies > 1) for (const resolve of waiting.splice(0)) resolve();
  });
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void interaction.reply("counted");
  });
  return {
    client: await loggedIn(client, demo.botToken),
    identifiedAgain: () => new Promise((resolve) => void waiting.push(resolve)),
  };
}

async function count(service: TestService): Promise<void> {
  const outcome = await service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: demo.generalId,
    command: "count",
  });
  expect(outcome.at("outcome")).toBe("replied");
}

test("a scenario is repeated after restoring a snapshot, and the connected bot identifies again", async () => {
  const service = await aService();
  cleanups.push(() => service.stop());
  const { client, identifiedAgain } = await aBot(service);
  await client.application.commands.set([{ name: "count", description: "Counts" }]);
  expect((await service.control("POST /snapshots", { name: "ready" })).status).toBe(201);

  for (let run = 0; run < 2; run += 1) {
    await count(service);
    await service.control(`PATCH /guilds/${demo.guildId}`, { name: "Changed" });
    const { body } = await service.control("GET /snapshots/ready/diff");
    expect(body).toMatchObject({
      added: [{ kind: "messages", after: { content: "counted" } }],
      removed: [],
    });
    const again = identifiedAgain();
    expect((await service.control("POST /snapshots/ready/restore")).status).toBe(204);
    await again;
    expect((await service.control("GET /snapshots/ready/diff")).body).toEqual({
      added: [],
      removed: [],
      changed: [],
    });
    expect(client.guilds.cache.get(demo.guildId)?.name).toBe("Test Guild");
  }
  await count(service);
});
