// Writing as a simulated user and waiting for applications' replies, over the wire.
import { afterEach, beforeEach, expect, test } from "vitest";
import { signIn, type GatewayClient } from "../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
let bot: GatewayClient;

/** GUILD_MESSAGES | DIRECT_MESSAGES */
const INTENTS = 512 | 4096;

beforeEach(async () => {
  service = await aService();
  const gateway = `${service.url.replace("http", "ws")}/gateway/`;
  bot = (await signIn(gateway, { token: demo.botToken, intents: INTENTS })).client;
});
afterEach(() => service.stop());

const write = (body: object) =>
  service.control("POST /users/alice/message", { channel: "general", ...body });

/** Replies with `content` to the next message that the bot receives. */
async function answerWith(content: string): Promise<void> {
  const { d } = await bot.nextEvent("MESSAGE_CREATE");
  const { channel_id: channel } = d as { channel_id: string };
  await service.asBot(`POST /channels/${channel}/messages`, { content });
}

test("until: answered returns applications' messages once they fall silent", async () => {
  const answering = answerWith("one");
  const file = { filename: "a.txt", data: Buffer.from("hello").toString("base64") };
  const sent = await write({ content: "hello", attachments: [file], until: "answered" });
  await answering;
  expect([sent.status, sent.at("content"), sent.at("attachments", 0, "size")]).toEqual([
    200,
    "hello",
    5,
  ]);
  expect(sent.at("answers")).toMatchObject([{ content: "one" }]);
});

test("messages elsewhere, or by users, are not answers", async () => {
  const den = await service.control("POST /channels", { guild: demo.guildId, name: "den" });
  const waiting = write({ content: "hello", until: "answered", wait: 500 });
  await bot.nextEvent("MESSAGE_CREATE");
  await service.asBot(`POST /channels/${den.id}/messages`, { content: "elsewhere" });
  await service.control("POST /users/bob/message", { channel: "general", content: "me too" });
  expect((await waiting).at("answers")).toEqual([]);
});

test("answers in a direct message with the application count", async () => {
  const answering = answerWith("psst");
  const sent = await write({ channel: "@Concierge", content: "hello", until: "answered" });
  await answering;
  expect(sent.at("answers")).toMatchObject([{ content: "psst" }]);
});

test("without until no answer is awaited", async () => {
  const sent = await write({ content: "hello" });
  expect([sent.status, sent.at("answers")]).toEqual([200, undefined]);
});
