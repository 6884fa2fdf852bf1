// Messages with files, end to end: an unmodified discord.js bot, simulated users, real sockets.
import {
  AttachmentBuilder,
  ChannelType,
  Client,
  Events,
  GatewayIntentBits,
  MessageFlags,
  Partials,
  type Message,
  type TextChannel,
} from "discord.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { loggedIn } from "./logged-in.ts";

let service: TestService;
let client: Client<true>;

beforeEach(async () => {
  service = await aService();
  const bot = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
    ],
    partials: [Partials.Channel],
    rest: { api: `${service.url}/api` },
  });
  client = await loggedIn(bot, demo.botToken);
});

afterEach(async () => {
  await client.destroy();
  await service.stop();
});

async function textOf(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return response.text();
}

async function general(): Promise<TextChannel> {
  return (await client.channels.fetch(demo.generalId)) as TextChannel;
}

const notes = (text: string) =>
  new AttachmentBuilder(Buffer.from(text), { name: "notes.txt", description: "Some notes" });

test("a bot replies to a command with files, which can be downloaded by URL", async () => {
  await client.application.commands.create({ name: "notes", description: "Sends notes" });
  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    void interaction.reply({ content: "here", files: [notes("first"), notes("second")] });
  });

  const outcome = await service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: demo.generalId,
    command: "notes",
  });

  expect(outcome.at("outcome")).toBe("replied");
  expect(outcome.at("messages", 0, "attachments", 1)).toMatchObject({
    filename: "notes.txt",
    description: "Some notes",
    size: 6,
    content_type: "text/plain; charset=utf-8",
  });
  expect(await textOf(String(outcome.at("messages", 0, "attachments", 1, "url")))).toBe("second");
});

test("a bot replies to a user, changes the files of its reply, and deletes it", async () => {
  const created = new Promise<Message>((resolve) => client.once(Events.MessageCreate, resolve));
  const written = await service.control("POST /users/bob/message", {
    channel: "general",
    content: "hello <@200000000000000001>",
  });
  const message = await created;
  expect([message.id, message.content]).toEqual([written.id, "hello <@200000000000000001>"]);

  const reply = await message.reply({
    content: "hi",
    files: [notes("one")],
    nonce: "n",
    enforceNonce: true,
  });
  expect(reply.reference?.messageId).toBe(message.id);
  expect(reply.mentions.users.has(demo.bobId)).toBe(true);
  const [attachment] = reply.attachments.values();
  const edited = await reply.edit({
    content: "better",
    attachments: reply.attachments.map((each) => each),
    files: [new AttachmentBuilder(Buffer.from("two"), { name: "more.txt" })],
  });
  expect(edited.attachments.map(({ name }) => name)).toEqual(["notes.txt", "more.txt"]);
  expect(edited.attachments.first()?.id).toBe(attachment?.id);
  expect(await textOf(edited.attachments.last()?.url ?? "")).toBe("two");
  const bare = await edited.edit({ attachments: [] });
  expect(bare.attachments.size).toBe(0);
  await bare.delete();
  const history = await service.asUser(demo.bobToken, `GET /channels/${demo.generalId}/messages`);
  expect(history.body).toMatchObject([{ id: written.id }]);
});

test("a bot shows files in an embed and in components V2", async () => {
  const channel = await general();
  const picture = new AttachmentBuilder(
    Buffer.from("89504e470d0a1a0a0000000d4948445200000280000001e0", "hex"),
    { name: "view.png" },
  );
  const embedded = await channel.send({
    embeds: [{ title: "A view", image: { url: "attachment://view.png" } }],
    files: [picture],
  });
  expect(embedded.attachments.size).toBe(0);
  expect(embedded.embeds[0]?.image).toMatchObject({ width: 640, height: 480 });
  const laidOut = await channel.send({
    flags: MessageFlags.IsComponentsV2,
    components: [
      { type: 10, content: "# A file" },
      { type: 13, file: { url: "attachment://notes.txt" } },
    ],
    files: [notes("inside")],
  });
  const component = laidOut.components[1]?.toJSON() as unknown as { file: { url: string } };
  expect(component).toMatchObject({ name: "notes.txt", size: 6 });
  const { url } = component.file;
  expect(await textOf(url)).toBe("inside");
});

test("a bot and a user exchange direct messages", async () => {
  const alice = await client.users.fetch(demo.aliceId);
  const sent = await alice.send({ content: "psst", files: [notes("for you")] });
  expect(sent.channel.type).toBe(ChannelType.DM);
  const created = new Promise<Message>((resolve) => {
    client.on(Events.MessageCreate, (message) => {
      if (message.author.id === demo.aliceId) resolve(message);
    });
  });
  const written = await service.control("POST /users/alice/message", {
    channel: "@Concierge",
    content: "what?",
    attachments: [{ filename: "q.txt", data: Buffer.from("???").toString("base64") }],
  });
  expect(written.at("channel_id")).toBe(sent.channelId);
  const answer = await created;
  expect([answer.content, answer.channelId]).toEqual(["what?", sent.channelId]);
  expect(await textOf(answer.attachments.first()?.url ?? "")).toBe("???");
  await expect((await general()).send({})).rejects.toMatchObject({ code: 50006 });
});

test("a bot bulk-deletes messages", async () => {
  const channel = await general();
  await channel.send("one");
  await service.asUser(demo.bobToken, `POST /channels/${demo.generalId}/messages`, {
    content: "two",
  });
  await channel.send({
    poll: {
      question: { text: "?" },
      answers: [{ text: "a" }],
      duration: 1,
      allowMultiselect: false,
    },
  });
  const gone = new Promise<number>((resolve) => {
    client.once(Events.MessageBulkDelete, (messages) => {
      resolve(messages.size);
    });
  });
  const deleted = await channel.bulkDelete(3);
  expect([deleted.size, await gone]).toEqual([3, 3]);
});
