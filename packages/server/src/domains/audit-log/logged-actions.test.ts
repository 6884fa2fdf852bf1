// The audit log entries of existing operations, over HTTP.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../testing/answer.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.stop());

const guild = `/guilds/${demo.guildId}`;
const general = `/channels/${demo.generalId}`;
const asAlice = (operation: string, body?: object) =>
  service.asUser(demo.aliceToken, operation, body);
const aMessage = async () =>
  (await service.asBot(`POST ${general}/messages`, { content: "hello" })).id;

interface Entry {
  readonly id: string;
  readonly options?: object;
}

async function entries(): Promise<Entry[]> {
  const { body } = await asAlice(`GET ${guild}/audit-logs?limit=100`);
  return (body as { audit_log_entries: Entry[] }).audit_log_entries;
}

/** The entries that are written during some work, oldest first. */
async function writtenBy(work: () => Promise<unknown>): Promise<Entry[]> {
  const before = new Set((await entries()).map(({ id }) => id));
  await work();
  return (await entries()).filter(({ id }) => !before.has(id)).toReversed();
}

const done = (answer: Answer) => expect(answer.status).toBeLessThan(300);
const byAlice = { user_id: demo.aliceId };

test("logs a change of a channel's topic", async () => {
  const work = async () => done(await asAlice(`PATCH ${general}`, { topic: "Ships" }));
  expect(await writtenBy(work)).toMatchObject([
    {
      ...byAlice,
      action_type: 11,
      target_id: demo.generalId,
      changes: [{ key: "topic", new_value: "Ships" }],
    },
  ]);
});

test("logs a change of how a forum is searched by tags", async () => {
  const { id } = await asAlice(`POST ${guild}/channels`, { name: "forum", type: 15 });
  const change = { default_tag_setting: "match_all" };
  const work = async () => done(await asAlice(`PATCH /channels/${id}`, change));
  const changes = [{ key: "default_tag_setting", new_value: "match_all" }];
  expect(await writtenBy(work)).toMatchObject([{ action_type: 11, target_id: id, changes }]);
});

test("logs a member's change of their own nickname", async () => {
  const work = async () => done(await asAlice(`PATCH ${guild}/members/@me`, { nick: "Al" }));
  expect(await writtenBy(work)).toMatchObject([
    { ...byAlice, action_type: 24, target_id: demo.aliceId, changes: [{ key: "nick" }] },
  ]);
});

test("logs setting and clearing the status of a voice channel", async () => {
  const path = `PUT /channels/${demo.voiceId}/voice-status`;
  const work = async () => {
    done(await asAlice(path, { status: "Quiz" }));
    done(await asAlice(path, { status: null }));
  };
  const where = { channel_id: demo.voiceId };
  const written = await writtenBy(work);
  expect(written).toMatchObject([
    { ...byAlice, action_type: 192, target_id: demo.voiceId },
    { ...byAlice, action_type: 193, target_id: demo.voiceId },
  ]);
  expect(written.map(({ options }) => options)).toEqual([{ ...where, status: "Quiz" }, where]);
});

test("logs pinning and unpinning a message", async () => {
  const id = await aMessage();
  const work = async () => {
    done(await asAlice(`PUT ${general}/messages/pins/${id}`));
    done(await asAlice(`DELETE ${general}/messages/pins/${id}`));
  };
  const options = { channel_id: demo.generalId, message_id: id };
  const about = { ...byAlice, target_id: demo.applicationId, options };
  expect(await writtenBy(work)).toMatchObject([
    { ...about, action_type: 74 },
    { ...about, action_type: 75 },
  ]);
});

test("logs deleting another user's message, but not one's own", async () => {
  const work = async () => {
    done(await asAlice(`DELETE ${general}/messages/${await aMessage()}`));
    const own = await asAlice(`POST ${general}/messages`, { content: "mine" });
    done(await asAlice(`DELETE ${general}/messages/${own.id}`));
  };
  expect(await writtenBy(work)).toMatchObject([
    {
      ...byAlice,
      action_type: 72,
      target_id: demo.applicationId,
      options: { channel_id: demo.generalId, count: "1" },
    },
  ]);
});

test("logs a bulk deletion of messages", async () => {
  const role = `/roles/${demo.guildId}`;
  await service.control(`PATCH ${role}`, {
    permissions: ["VIEW_CHANNEL", "SEND_MESSAGES", "MANAGE_MESSAGES"],
  });
  const messages = [await aMessage(), await aMessage()];
  const work = async () =>
    done(await service.asBot(`POST ${general}/messages/bulk-delete`, { messages }));
  expect(await writtenBy(work)).toMatchObject([
    {
      user_id: demo.applicationId,
      action_type: 73,
      target_id: demo.generalId,
      options: { count: "2" },
    },
  ]);
});

test("logs creating and deleting an invite", async () => {
  let code = "";
  const work = async () => {
    code = String((await asAlice(`POST ${general}/invites`, { unique: true })).at("code"));
    done(await asAlice(`DELETE /invites/${code}`));
  };
  const written = await writtenBy(work);
  const changed: unknown = expect.arrayContaining([{ key: "code", new_value: code }]);
  expect(written).toMatchObject([
    { ...byAlice, action_type: 40, target_id: null, changes: changed },
    { ...byAlice, action_type: 42, target_id: null },
  ]);
});

test("logs scheduled events with their location", async () => {
  const at = (hours: number) => new Date(service.clock.now() + hours * 3_600_000).toISOString();
  const work = async () => {
    const { id } = await asAlice(`POST ${guild}/scheduled-events`, {
      name: "Quiz",
      privacy_level: 2,
      entity_type: 3,
      entity_metadata: { location: "The park" },
      scheduled_start_time: at(1),
      scheduled_end_time: at(2),
    });
    const path = `${guild}/scheduled-events/${id}`;
    done(await asAlice(`PATCH ${path}`, { entity_metadata: { location: "The pub" } }));
    done(await asAlice(`DELETE ${path}`));
  };
  expect(await writtenBy(work)).toMatchObject([
    { ...byAlice, action_type: 100 },
    {
      ...byAlice,
      action_type: 101,
      changes: [{ key: "location", old_value: "The park", new_value: "The pub" }],
    },
    { ...byAlice, action_type: 102 },
  ]);
});

test("logs creating and editing a webhook, and lists the webhook without its token", async () => {
  let webhook = "";
  const work = async () => {
    const made = await service.asUser(demo.aliceToken, `POST ${general}/webhooks`, {
      name: "Bell",
    });
    webhook = made.id;
    done(made);
    done(await asAlice(`PATCH /webhooks/${webhook}`, { name: "Crier" }));
  };
  expect(await writtenBy(work)).toMatchObject([
    { ...byAlice, action_type: 50, target_id: webhook },
    { ...byAlice, action_type: 51, target_id: webhook, changes: [{ key: "name" }] },
  ]);
  const log = await asAlice(`GET ${guild}/audit-logs?limit=100`);
  expect(log.at("webhooks", 0)).toMatchObject({ id: webhook, name: "Crier" });
  expect(log.at("webhooks", 0)).not.toHaveProperty("token");
});
