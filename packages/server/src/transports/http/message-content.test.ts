// The content of guild messages that an application without MESSAGE_CONTENT receives, at every
// endpoint that returns messages. Source: protocol: gateway-oauth-limits 4.5.
import { endpoints, type EndpointDeclaration } from "@antechamber/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import type { Answer } from "../../testing/answer.ts";
import { signIn, type GatewayClient } from "../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

/** An application with the intent, beside the demo world's, which does not have it. */
const reader = { token: "MjAwMDAwMDAwMDAwMDAwMDAy.demo.reader", id: "200000000000000002" };
const NEWS = "300000000000000051";
const FORUM = "300000000000000052";
const [demoGuild] = demoWorld.guilds ?? [];
const world = {
  ...demoWorld,
  applications: [
    ...(demoWorld.applications ?? []),
    {
      id: reader.id,
      name: "Reader",
      owner: "alice",
      bot: { token: reader.token, intents: ["MESSAGE_CONTENT"] },
    },
  ],
  guilds: [
    {
      ...demoGuild,
      channels: [
        ...(demoGuild?.channels ?? []),
        { id: NEWS, name: "news", type: 5 },
        { id: FORUM, name: "questions", type: 15 },
      ],
      applications: [
        ...(demoGuild?.applications ?? []),
        { application: "Reader", scopes: ["bot"], permissions: "8" },
      ],
    },
  ],
};

const hidden = { content: "", embeds: [], attachments: [], components: [] };
const general = `/channels/${demo.generalId}/messages`;
const file = { filename: "a.txt", data: Buffer.from("a").toString("base64") };

let service: TestService;
let gateway: GatewayClient;
/** The id of bob's message, with a file. */
let messageId = "";
/** The id of bob's reply to it. */
let answered = "";
/** The id of bob's forward of it. */
let forwarded = "";
/** The id of bob's message that mentions the bot. */
let mention = "";

beforeAll(async () => {
  service = await aService({ world });
  const gatewayUrl = `${service.url.replace("http", "ws")}/gateway/`;
  gateway = (await signIn(gatewayUrl, { token: demo.botToken, intents: 1 })).client;
  const bobSays = (body: object) => service.asUser(demo.bobToken, `POST ${general}`, body);
  const form = { channel: "general", content: "secret", attachments: [file] };
  messageId = (await service.control("POST /users/bob/message", form)).id;
  const to = { message_id: messageId, channel_id: demo.generalId };
  answered = (await bobSays({ content: "answer", message_reference: to })).id;
  forwarded = (await bobSays({ message_reference: { ...to, type: 1 } })).id;
  mention = (await bobSays({ content: `<@${demo.applicationId}> hear`, message_reference: to })).id;
  for (const id of [messageId, answered]) {
    await service.asUser(demo.aliceToken, `PUT ${general}/pins/${id}`);
  }
});

afterAll(async () => {
  await gateway.leave(1000);
  await service.stop();
});

type Reader = (route: string, body?: unknown) => Promise<Answer>;
const asBot: Reader = (route, body) => service.asBot(route, body);
const asReader: Reader = (route, body) =>
  service.call(route, { auth: `Bot ${reader.token}`, body });
const asAlice: Reader = (route, body) => service.asUser(demo.aliceToken, route, body);

interface MessageBody {
  readonly id: string;
  readonly content: string;
  readonly attachments: readonly unknown[];
  readonly referenced_message?: MessageBody;
  readonly message_snapshots?: readonly { readonly message: MessageBody }[];
}

/** The test of each endpoint that returns messages, or why none is needed. */
const tried: Readonly<Record<string, string>> = {
  "channels.messages": "lists",
  "channels.message": "one by one",
  "channels.pins": "lists",
  "channels.pinsOld": "lists",
  "channels.createMessage": "own answers to others",
  "channels.editMessage": "others' messages after a change",
  "interactions.callback": "own answers to interactions",
  "webhooks.getOriginal": "own answers to interactions",
  "webhooks.editOriginal": "own answers to interactions",
  "webhooks.followUp": "own answers to interactions",
  "webhooks.getMessage": "own answers to interactions",
  "webhooks.editMessage": "own answers to interactions",
  "guilds.searchMessages": "refused altogether",
  "channels.crosspost": "others' announcements that it publishes",
  "channels.searchThreads": "the beginnings of others' posts",
  "channels.createThread": "its own post",
  "channels.expirePoll": "its own poll",
  "control.message": "what a person sees",
  "control.react": "what a person sees",
  "control.vote": "what a person sees",
  "control.world.get": "what the operator sees",
  "control.lobbies.messages": "what the operator sees",
  "control.invoke": "what a person sees",
  "control.autocomplete": "what a person sees",
  "control.click": "what a person sees",
  "control.select": "what a person sees",
  "control.submit": "what a person sees",
  "control.view": "what a person sees",
  "lobbies.createMessage": "what a person sees in a game",
  "lobbies.messages": "what a person sees in a game",
  "users.createMessage": "what a person sees in a game",
  "users.messages": "what a person sees in a game",
  "users.editMessage": "what a person sees in a game",
};

function holdsMessage(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const { properties } = schema as { readonly properties?: object };
  if (properties !== undefined && "author" in properties && "content" in properties) return true;
  return Object.values(schema).some(holdsMessage);
}

test("every endpoint that answers with messages is tried", () => {
  const answering = endpoints.filter((each: EndpointDeclaration) =>
    Object.values(each.replies).some(holdsMessage),
  );
  expect(answering.map((each) => each.id).toSorted()).toEqual(Object.keys(tried).toSorted());
});

async function lists(as: Reader): Promise<MessageBody[][]> {
  const pins = (await as(`GET ${general}/pins`)).body as { items: { message: MessageBody }[] };
  return [
    (await as(`GET ${general}?limit=100`)).body as MessageBody[],
    (await as(`GET /channels/${demo.generalId}/pins`)).body as MessageBody[],
    pins.items.map(({ message }) => message),
  ];
}

const withId = (all: readonly MessageBody[], id: string) => all.find((each) => each.id === id);

describe("without the message content intent", () => {
  test("lists hide the content of others' messages, replies and forwards", async () => {
    for (const list of await lists(asBot)) {
      expect(withId(list, messageId)).toMatchObject(hidden);
      expect(withId(list, answered)).toMatchObject({
        ...hidden,
        referenced_message: { ...hidden, id: messageId },
      });
      expect(JSON.stringify(list)).not.toContain("secret");
    }
    const [history = []] = await lists(asBot);
    expect(withId(history, forwarded)?.message_snapshots).toMatchObject([{ message: hidden }]);
  });

  test("single messages hide it", async () => {
    for (const id of [messageId, answered, forwarded]) {
      const { text, body } = await asBot(`GET ${general}/${id}`);
      expect(body).toMatchObject(hidden);
      expect(text).not.toContain("secret");
    }
  });

  test("a mention reveals the message, not the one that it replies to", async () => {
    expect((await asBot(`GET ${general}/${mention}`)).body).toMatchObject({
      content: `<@${demo.applicationId}> hear`,
      referenced_message: { ...hidden, id: messageId },
    });
  });

  test("polls are left out", async () => {
    const poll = { question: { text: "secret" }, answers: [{ poll_media: { text: "secret" } }] };
    const { id } = await asAlice(`POST ${general}`, { poll });
    const answer = await asBot(`GET ${general}/${id}`);
    expect(answer.body).not.toHaveProperty("poll");
    expect((await asReader(`GET ${general}/${id}`)).body).toHaveProperty("poll");
    await asAlice(`DELETE ${general}/${id}`);
  });

  test("own replies reveal only themselves", async () => {
    const sent = await asBot(`POST ${general}`, {
      content: "mine",
      message_reference: { message_id: messageId },
    });
    const expected = { content: "mine", referenced_message: { ...hidden, id: messageId } };
    expect(sent.body).toMatchObject(expected);
    const again = await asBot(`PATCH ${general}/${sent.id}`, { content: "mine" });
    expect(again.body).toMatchObject(expected);
    await asBot(`DELETE ${general}/${sent.id}`);
  });

  test("others' messages stay hidden after an edit", async () => {
    const { status, body } = await asBot(`PATCH ${general}/${messageId}`, { flags: 4 });
    expect([status, body]).toMatchObject([200, hidden]);
    await asBot(`PATCH ${general}/${messageId}`, { flags: 0 });
  });

  test("own interaction responses hide others' content, except the target of a message command", async () => {
    const commands = `/applications/${demo.applicationId}/commands`;
    await asBot(`POST ${commands}`, { name: "Report", type: 3 });
    const place = { application: "Concierge", channel: "general" };
    void service.control("POST /users/alice/invoke", {
      ...place,
      command: "Report",
      target: messageId,
    });
    const { d } = await gateway.nextEvent("INTERACTION_CREATE");
    const { id, token, data } = d as {
      id: string;
      token: string;
      data: { resolved: { messages: Record<string, MessageBody> } };
    };
    // In the reference, the target message of a command is complete.
    expect(data.resolved.messages[messageId]).toMatchObject({ content: "secret" });
    const done = await service.call(`POST /interactions/${id}/${token}/callback?with_response=1`, {
      body: { type: 4, data: { content: "seen" } },
    });
    const target = { content: "seen", referenced_message: { content: "secret" } };
    expect(done.at("resource", "message")).toMatchObject(target);
    const hook = `/webhooks/${demo.applicationId}/${token}`;
    const more = await service.call(`POST ${hook}`, { body: { content: "more" } });
    expect(more.body).toMatchObject({ content: "more", referenced_message: { content: "seen" } });
    for (const name of ["@original", String(done.at("resource", "message", "id"))]) {
      expect((await service.call(`GET ${hook}/messages/${name}`)).body).toMatchObject(target);
      const body = { content: "seen" };
      const edited = await service.call(`PATCH ${hook}/messages/${name}`, { body });
      expect(edited.body).toMatchObject(target);
    }
  });

  test("direct messages to the bot are shown", async () => {
    const form = { channel: "@Concierge", content: "to you" };
    const sent = await service.control("POST /users/alice/message", form);
    const path = `/channels/${String(sent.at("channel_id"))}/messages`;
    expect((await asBot(`GET ${path}`)).at(0, "content")).toBe("to you");
  });

  test("others' announcements that the bot publishes stay hidden", async () => {
    const { id } = await asAlice(`POST /channels/${NEWS}/messages`, { content: "secret" });
    const { status, body } = await asBot(`POST /channels/${NEWS}/messages/${id}/crosspost`);
    expect([status, body]).toMatchObject([200, hidden]);
  });

  test("first messages of others' posts are hidden in searches of posts", async () => {
    const post = { name: "How?", message: { content: "secret" } };
    expect((await asAlice(`POST /channels/${FORUM}/threads`, post)).status).toBe(201);
    const found = await asBot(`GET /channels/${FORUM}/threads/search`);
    expect(found.body).toMatchObject({ total_results: 1, first_messages: [hidden] });
  });

  test("message search is refused", async () => {
    const { status } = await asBot(`GET /guilds/${demo.guildId}/messages/search?content=secret`);
    expect(status).toBe(403);
  });
});

describe.each([
  ["an application with the intent", asReader],
  ["a person", asAlice],
] as const)("%s", (_who, as) => {
  test("reads everything", async () => {
    for (const list of await lists(as)) {
      expect(withId(list, messageId)).toMatchObject({ content: "secret", attachments: [{}] });
      expect(withId(list, answered)).toMatchObject({
        content: "answer",
        referenced_message: { content: "secret" },
      });
    }
    const { body } = await as(`GET ${general}/${forwarded}`);
    expect(body).toMatchObject({ message_snapshots: [{ message: { content: "secret" } }] });
  });
});
