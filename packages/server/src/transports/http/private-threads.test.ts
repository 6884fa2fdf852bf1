// A private thread is only visible to its members and those who manage threads, at every endpoint.
// Source: the reference's public page on threads.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import type { Answer } from "../../testing/answer.ts";
import { signIn, type GatewayClient } from "../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const secret = "300000000000000031";
const open = "300000000000000032";
const tokens = {
  carol: "user-token-carol",
  dave: "user-token-dave",
  erin: "user-token-erin",
  inside: "MjAwMDAwMDAwMDAwMDAwMDAy.demo.inside",
  outside: "MjAwMDAwMDAwMDAwMDAwMDAz.demo.outside",
};
const [guild] = demoWorld.guilds ?? [];
const bot = (id: string, name: string, token: string) => ({
  id,
  name,
  owner: "alice",
  bot: { token, intents: ["MESSAGE_CONTENT" as const] },
});
const world = {
  ...demoWorld,
  users: [
    ...(demoWorld.users ?? []),
    { username: "carol", token: tokens.carol },
    { username: "dave", token: tokens.dave },
    { username: "erin", token: tokens.erin },
  ],
  applications: [
    ...(demoWorld.applications ?? []),
    bot("200000000000000002", "Inside", tokens.inside),
    bot("200000000000000003", "Outside", tokens.outside),
  ],
  guilds: [
    {
      ...guild,
      roles: [
        ...(guild?.roles ?? []),
        { name: "wardens", permissions: ["MANAGE_THREADS" as const] },
      ],
      channels: [
        ...(guild?.channels ?? []),
        {
          id: secret,
          name: "secret",
          type: 12 as const,
          parent_id: "general",
          owner_id: "carol",
          members: ["bob", "Inside"],
        },
        { id: open, name: "open", type: 11 as const, parent_id: "general", owner_id: "carol" },
      ],
      members: [
        ...(guild?.members ?? []),
        { user: "carol" },
        { user: "dave" },
        { user: "erin", roles: ["wardens"] },
      ],
      applications: [
        ...(guild?.applications ?? []),
        ...["Inside", "Outside"].map((application) => ({
          application,
          scopes: ["bot" as const, "applications.commands" as const],
          permissions: ["VIEW_CHANNEL" as const, "READ_MESSAGE_HISTORY" as const],
        })),
      ],
    },
  ],
  user_installs: [],
};

let service: TestService;
let message = "";
const sessions: GatewayClient[] = [];

beforeAll(async () => {
  service = await aService({ world });
  const form = { content: "between us" };
  message = (await service.asUser(tokens.carol, `POST /channels/${secret}/messages`, form)).id;
  for (const each of ["Inside", "Outside"]) {
    const id = each === "Inside" ? "200000000000000002" : "200000000000000003";
    const auth = `Bot ${each === "Inside" ? tokens.inside : tokens.outside}`;
    const body = { name: "ping", description: "Answers" };
    await service.call(`POST /applications/${id}/commands`, { auth, body });
  }
});

afterAll(async () => {
  for (const session of sessions) await session.leave(1000);
  await service.stop();
});

const may = {
  carol: tokens.carol,
  bob: demo.bobToken,
  "the guild's owner": demo.aliceToken,
  "who manages threads": tokens.erin,
  "a bot that is in it": `Bot ${tokens.inside}`,
};
const mayNot = { dave: tokens.dave, "a bot that is not in it": `Bot ${tokens.outside}` };

type Try = readonly [what: string, call: (auth: string) => Promise<Answer>];
const at = (route: string, body?: object) => (auth: string) =>
  service.call(route, body === undefined ? { auth } : { auth, body });

const tries: readonly Try[] = [
  ["show it", at(`GET /channels/${secret}`)],
  ["list its messages", at(`GET /channels/${secret}/messages`)],
  ["read a message", (auth) => at(`GET /channels/${secret}/messages/${message}`)(auth)],
  ["read its pins", at(`GET /channels/${secret}/messages/pins`)],
  ["read its pins the old way", at(`GET /channels/${secret}/pins`)],
];
const refusedTries: readonly Try[] = [
  ["write in it", at(`POST /channels/${secret}/messages`, { content: "x" })],
  ["pin a message", (auth) => at(`PUT /channels/${secret}/messages/pins/${message}`)(auth)],
  ["delete a message", (auth) => at(`DELETE /channels/${secret}/messages/${message}`)(auth)],
  [
    "delete messages in bulk",
    (auth) =>
      at(`POST /channels/${secret}/messages/bulk-delete`, { messages: [message, "1"] })(auth),
  ],
  [
    "forward a message from it",
    (auth) =>
      at(`POST /channels/${demo.generalId}/messages`, {
        message_reference: { type: 1, message_id: message, channel_id: secret },
      })(auth),
  ],
];

describe.each(Object.entries(may))("%s", (_who, auth) => {
  test.each(tries)("may %s", async (_what, call) => {
    expect((await call(auth)).status).toBe(200);
  });
});

describe.each(Object.entries(mayNot))("%s", (_who, auth) => {
  test.each([...tries, ...refusedTries])("may not %s", async (_what, call) => {
    const { status, body } = await call(auth);
    expect(status).toBe(403);
    const { code } = body as { code: number };
    expect([50001, 20002]).toContain(code);
  });

  test("may view a public thread", async () => {
    expect((await at(`GET /channels/${open}`)(auth)).status).toBe(200);
  });
});

describe("commands", () => {
  const outcome = async (user: string) =>
    (
      await service.control(`POST /users/${user}/invoke`, {
        application: "Outside",
        channel: secret,
        command: "ping",
        wait: 1,
      })
    ).at("outcome");

  test("are available and invoked for members only", async () => {
    expect([await outcome("bob"), await outcome("dave")]).toEqual(["pending", "denied"]);
    const index = `GET /channels/${secret}/application-command-index`;
    expect((await service.asUser(tokens.dave, index)).status).toBe(403);
    expect((await service.asUser(demo.bobToken, index)).status).toBe(200);
  });

  test("give no access over the API", async () => {
    const sent = await service.asUser(tokens.dave, "POST /interactions", {
      type: 2,
      application_id: "200000000000000003",
      guild_id: demo.guildId,
      channel_id: secret,
      data: { id: "1", name: "ping" },
    });
    expect([sent.status, sent.at("code")]).toEqual([403, 50001]);
  });
});

test("searches find its messages for members only", async () => {
  const find = async (token: string) =>
    (
      await service.call(`GET /guilds/${demo.guildId}/messages/search?content=between`, {
        auth: `Bot ${token}`,
      })
    ).at("total_results");
  expect([await find(tokens.inside), await find(tokens.outside)]).toEqual([1, 0]);
});

describe("the gateway", () => {
  const connect = async (token: string) => {
    const intents = (1 << 0) | (1 << 9) | (1 << 15);
    const url = `${service.url.replace("http", "ws")}/gateway/`;
    const { client } = await signIn(url, { token, intents });
    sessions.push(client);
    const threads = (await client.nextEvent("GUILD_CREATE")).d as { threads: { id: string }[] };
    return { client, threads: threads.threads.map(({ id }) => id) };
  };

  test("dispatches it and its events to its members only, including its deletion", async () => {
    const inside = await connect(tokens.inside);
    const outside = await connect(tokens.outside);
    expect([inside.threads, outside.threads]).toEqual([[secret, open], [open]]);

    const write = async (channel: string, content: string) =>
      service.asUser(tokens.carol, `POST /channels/${channel}/messages`, { content });
    await write(secret, "hush");
    const more = { guild: "Test Guild", name: "more", type: 12, parent_id: "general" };
    const made = await service.control("POST /channels", { ...more, members: ["Inside"] });
    const changed = await service.control(`PATCH /channels/${made.id}`, { name: "less" });
    const gone = await service.control(`DELETE /channels/${made.id}`);
    expect([made.status, changed.status, gone.status]).toEqual([201, 200, 204]);
    await write(open, "last");
    const until = async ({ client }: typeof inside) => {
      await client.next(({ d }) => (d as { content?: string } | null)?.content === "last");
      return client.readReceived(({ t }) => t);
    };
    expect(await until(inside)).toEqual([
      "MESSAGE_CREATE",
      "THREAD_CREATE",
      "THREAD_MEMBERS_UPDATE",
      "THREAD_MEMBER_UPDATE",
      "THREAD_UPDATE",
      "THREAD_DELETE",
      "MESSAGE_CREATE",
    ]);
    expect(await until(outside)).toEqual(["MESSAGE_CREATE"]);
  });

  test("sends only the visible threads of a channel that becomes visible", async () => {
    const hide = (deny: readonly string[]) =>
      service.control(`PATCH /channels/${demo.generalId}`, {
        permission_overwrites: [{ id: "@everyone", deny }],
      });
    await hide(["VIEW_CHANNEL"]);
    const inside = await connect(tokens.inside);
    const outside = await connect(tokens.outside);
    expect([inside.threads, outside.threads]).toEqual([[], []]);
    await hide([]);
    const synced = async ({ client }: typeof inside) => {
      const { d } = await client.nextEvent("THREAD_LIST_SYNC");
      return (d as { threads: { id: string }[] }).threads.map(({ id }) => id);
    };
    expect([await synced(inside), await synced(outside)]).toEqual([[secret, open], [open]]);
  });
});
