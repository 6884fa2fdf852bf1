// The main use case with discord.js's lower layers: its REST, gateway and API classes on their own.
import {
  Client,
  GatewayDispatchEvents,
  GatewayIntentBits,
  InteractionType,
  type APIInteraction,
  type ToEventProps,
} from "@discordjs/core";
import { REST } from "@discordjs/rest";
import { WebSocketManager } from "@discordjs/ws";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";

let service: TestService;
let gateway: WebSocketManager;
let client: Client;

beforeEach(async () => {
  service = await aService();
  const rest = new REST({ api: `${service.url}/api`, version: "10" }).setToken(demo.botToken);
  gateway = new WebSocketManager({
    token: demo.botToken,
    intents: GatewayIntentBits.Guilds,
    rest,
  });
  client = new Client({ rest, gateway });
});

afterEach(async () => {
  await gateway.destroy();
  await service.stop();
});

test("a bot registers a guild command, defers, edits its reply and follows up", async () => {
  const ready = Promise.withResolvers<void>();
  client.once(GatewayDispatchEvents.Ready, () => ready.resolve());
  async function work({ data: interaction, api }: ToEventProps<APIInteraction>): Promise<void> {
    if (interaction.type !== InteractionType.ApplicationCommand) return;
    await api.interactions.defer(interaction.id, interaction.token);
    await api.interactions.editReply(demo.applicationId, interaction.token, { content: "done" });
    await api.interactions.followUp(demo.applicationId, interaction.token, { content: "and more" });
  }
  let working = Promise.resolve();
  client.on(GatewayDispatchEvents.InteractionCreate, (event) => {
    working = work(event);
  });
  await gateway.connect();
  await ready.promise;
  const commands = client.api.applicationCommands;
  const created = await commands.createGuildCommand(demo.applicationId, demo.guildId, {
    name: "work",
    description: "Takes a while",
  });
  expect(await commands.getGuildCommand(demo.applicationId, demo.guildId, created.id)).toEqual(
    created,
  );

  const outcome = await service.control("POST /users/bob/invoke", {
    application: "Concierge",
    channel: "general",
    guild: "Test Guild",
    command: "work",
  });

  expect(outcome.body).toMatchObject({ outcome: "replied", deferred: true });
  expect(outcome.at("messages", 0, "content")).toBe("done");
  // The bot can still follow up.
  await working;
});

test("a refusal reaches the caller with its code and the path of the error", async () => {
  const refused = client.api.applicationCommands.createGlobalCommand(demo.applicationId, {
    name: "Not Allowed",
    description: "",
  });
  await expect(refused).rejects.toMatchObject({
    status: 400,
    code: 50035,
    rawError: { errors: { name: { _errors: [{ code: "STRING_TYPE_REGEX" }, {}] } } },
  });
});
