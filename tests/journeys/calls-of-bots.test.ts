// Every call of public bots that once was refused as unsupported or had no effect: each works now,
// over sockets, as the libraries make it. Complete bots are in bots.test.ts.
import { afterEach, describe, expect, test } from "vitest";
import { dial, signIn } from "../../packages/server/src/testing/clients/gateway-client.ts";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function running(): Promise<TestService> {
  const service = await aService();
  cleanups.push(() => service.stop());
  return service;
}

const guild = `/guilds/${demo.guildId}`;
const general = `/channels/${demo.generalId}`;
const bob = `${guild}/members/${demo.bobId}`;
const mods = "300000000000000011";
const overwrite = { id: demo.bobId, type: 1, allow: "1024", deny: "0" };
const later = new Date(Date.now() + 600_000).toISOString();

/** A call with its body, if any, and the expected response. */
type Row = readonly [route: string, body: unknown, status: number, answer?: object];

const rows: Readonly<Record<string, readonly Row[]>> = {
  "bans and unbans": [
    [`PUT ${guild}/bans/${demo.bobId}`, { delete_message_seconds: 60 }, 204],
    [`GET ${guild}/bans`, undefined, 200, [{ user: { id: demo.bobId } }]],
    [`DELETE ${guild}/bans/${demo.bobId}`, undefined, 204],
  ],
  "edits of members": [
    [`PATCH ${bob}`, { communication_disabled_until: later }, 200],
    [`PATCH ${bob}`, { nick: "robert" }, 200, { nick: "robert" }],
    [`PATCH ${bob}`, { roles: [] }, 200, { roles: [] }],
    [`PUT ${bob}/roles/${mods}`, undefined, 204],
    [`DELETE ${bob}/roles/${mods}`, undefined, 204],
    [`GET ${guild}/members/search?query=bo`, undefined, 200, [{ user: { username: "bob" } }]],
  ],
  kicks: [[`DELETE ${bob}`, undefined, 204]],
  "new channels, and overwrites that hold": [
    [`POST ${guild}/channels`, { name: "private", type: 0 }, 201, { name: "private" }],
    [`PUT ${general}/permissions/${demo.bobId}`, { type: 1, allow: "1024", deny: "0" }, 204],
    [`GET ${general}`, undefined, 200, { permission_overwrites: [overwrite] }],
    [`DELETE ${general}/permissions/${demo.bobId}`, undefined, 204],
    [`PATCH ${general}`, { permission_overwrites: [overwrite] }, 200],
    [`GET ${general}`, undefined, 200, { permission_overwrites: [overwrite] }],
    [`DELETE /channels/${demo.voiceId}`, undefined, 200],
  ],
  roles: [
    [`POST ${guild}/roles`, { name: "crew" }, 200, { name: "crew" }],
    [`PATCH ${guild}/roles/${mods}`, { color: 255 }, 200, { color: 255 }],
    [`GET ${guild}/roles/${mods}`, undefined, 200, { id: mods }],
  ],
  "the audit log": [
    [`PATCH ${bob}`, { nick: "robert" }, 200],
    [
      `GET ${guild}/audit-logs`,
      undefined,
      200,
      { audit_log_entries: [{ action_type: 24, user_id: demo.applicationId }] },
    ],
  ],
  "linked roles": [
    [
      `PUT /applications/${demo.applicationId}/role-connections/metadata`,
      [{ type: 2, key: "level", name: "Level", description: "How far" }],
      200,
    ],
  ],
  "webhooks of channels": [
    [`POST ${general}/webhooks`, { name: "Crier" }, 200],
    [`GET ${general}/webhooks`, undefined, 200, [{ name: "Crier" }]],
    [`GET ${guild}/webhooks`, undefined, 200, [{ name: "Crier" }]],
  ],
  "numbers that bots pass on as people wrote them": [
    [`PATCH ${general}`, { rate_limit_per_user: "5" }, 200, { rate_limit_per_user: 5 }],
    [`PATCH ${general}`, { position: "1" }, 200, { position: 1 }],
    [`PATCH ${general}`, { rate_limit_per_user: "five" }, 400],
    [`PATCH ${general}`, { default_auto_archive_duration: "1440" }, 200],
    [
      `PATCH /channels/${demo.voiceId}`,
      { user_limit: "3", bitrate: "64000" },
      200,
      { user_limit: 3, bitrate: 64_000 },
    ],
    [
      `POST ${general}/threads`,
      { name: "a", type: 11, auto_archive_duration: "10080", rate_limit_per_user: "0" },
      201,
      { thread_metadata: { auto_archive_duration: 10_080 }, rate_limit_per_user: 0 },
    ],
    [
      `POST ${general}/invites`,
      { max_age: "3600", max_uses: "2" },
      200,
      { max_age: 3600, max_uses: 2 },
    ],
    [`POST ${guild}/prune`, { days: "7" }, 200],
    [`PUT ${guild}/bans/${demo.bobId}`, { delete_message_days: "1" }, 204],
    [`PUT ${guild}/bans/${demo.bobId}`, { delete_message_seconds: "60" }, 204],
  ],
  "typing, and what guilds show": [
    [`POST ${general}/typing`, undefined, 204],
    ["GET /voice/regions", undefined, 200],
    [`GET ${guild}/regions`, undefined, 200],
    [`GET ${guild}/threads/active`, undefined, 200],
    [`GET ${general}/threads/archived/public`, undefined, 200],
    [`GET ${guild}/prune`, undefined, 200, { pruned: 0 }],
    [`GET /applications/${demo.applicationId}/emojis`, undefined, 200],
    [`PATCH ${guild}`, { name: "Renamed" }, 200, { name: "Renamed" }],
    ["PATCH /users/@me", { username: "Porter" }, 200, { username: "Porter" }],
    [`GET ${guild}/onboarding`, undefined, 200],
    [`GET ${guild}/stickers`, undefined, 200],
    ["GET /sticker-packs", undefined, 200],
    ["GET /applications/detectable", undefined, 200],
    [`GET ${guild}/auto-moderation/rules`, undefined, 200],
  ],
};

describe("calls of public bots succeed", () => {
  test.each(Object.entries(rows))("%s", async (_, calls) => {
    const service = await running();
    for (const [route, body, status, answer] of calls) {
      const response = await service.asBot(route, body);
      const expected = { route, status, text: response.text, body: answer ?? response.body };
      expect({ route, ...response }).toMatchObject(expected);
    }
  });
});

test("a bot receives reactions of users, even on a message that it has not cached", async () => {
  const service = await running();
  const url = service.url.replace("http", "ws");
  const { client } = await signIn(url, { token: demo.botToken, intents: 1 << 10 });
  const { id: message } = await service.asBot(`POST ${general}/messages`, { content: "vote" });
  const thumb = encodeURIComponent("👍");
  const own = await service.asBot(`PUT ${general}/messages/${message}/reactions/${thumb}/@me`);
  expect(own.status).toBe(204);
  const react = { channel: "general", message, emoji: "👍" };
  await service.control("POST /users/bob/react", react);
  const { d } = await client.next(
    ({ d: it }) => (it as { user_id?: string })?.user_id === demo.bobId,
  );
  expect(d).toMatchObject({ message_id: message, emoji: { name: "👍" } });
});

test("threads are created with and without a message, joined, and begin with their message", async () => {
  const service = await running();
  const { id } = await service.asBot(`POST ${general}/messages`, { content: "more below" });
  const withMessage = await service.asBot(`POST ${general}/messages/${id}/threads`, { name: "a" });
  const without = await service.asBot(`POST ${general}/threads`, { name: "b", type: 11 });
  const joined = await service.asBot(`PUT /channels/${without.id}/thread-members/@me`);
  const [starter] = (await service.asBot(`GET /channels/${id}/messages`)).body as object[];
  expect([withMessage.status, without.status, joined.status]).toEqual([201, 201, 204]);
  expect(starter).toMatchObject({ type: 21, referenced_message: { id, content: "more below" } });
});

test("after a type 4 response the interaction token edits and deletes the reply", async () => {
  const service = await running();
  const url = service.url.replace("http", "ws");
  const { client } = await signIn(url, { token: demo.botToken, intents: 0 });
  const button = { type: 2, style: 1, label: "Press", custom_id: "b" };
  const form = { content: "press", components: [{ type: 1, components: [button] }] };
  const { id: message } = await service.asBot(`POST ${general}/messages`, form);
  const click = { message, custom_id: "b", until: "acknowledged", wait: 5000 };
  const clicked = service.control("POST /users/alice/click", click);
  const { d } = await client.nextEvent("INTERACTION_CREATE");
  const { id, token } = d as { id: string; token: string };
  const answer = { type: 4, data: { content: "pressed" } };
  await service.call(`POST /interactions/${id}/${token}/callback`, { body: answer });
  await clicked;
  const path = `/webhooks/${demo.applicationId}/${token}/messages/${message}`;
  const edited = await service.call(`PATCH ${path}`, { body: { content: "pressed once" } });
  const read = await service.call(`GET ${path}`);
  const gone = await service.call(`DELETE ${path}`);
  expect([edited.status, read.status, gone.status]).toEqual([200, 200, 204]);
});

test("a bot with an old library connects to the gateway, and again at once", async () => {
  const service = await running();
  const url = service.url.replace("http", "ws");
  for (const path of ["/gateway//?v=9", "/?v=10"]) {
    const client = await dial(`${url}${path}&encoding=json`, "");
    client.send(2, { token: demo.botToken, properties: {}, intents: 1 });
    expect((await client.nextEvent("READY")).t).toBe("READY");
    await client.leave(1000);
  }
});
