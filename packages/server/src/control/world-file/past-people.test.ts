// What a deleted user made in a guild stays. The export contains it, and the world loaded from the
// export shows the same.
import { afterEach, describe, expect, test } from "vitest";
import { aPicture } from "../../testing/calls/guild-calls.ts";
import { aSound } from "../../testing/files/sound-files.ts";
import { aPng } from "../../testing/files/sticker-files.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { demoWorld } from "./demo-world.ts";

const started: TestService[] = [];

afterEach(async () => {
  for (const service of started.splice(0)) await service.stop();
});

async function open(world: unknown): Promise<TestService> {
  const service = await aService({ world, frozen: true });
  started.push(service);
  return service;
}

const guild = `/guilds/${demo.guildId}`;
const general = `/channels/${demo.generalId}`;
const forum = "300000000000000023";

const [first] = demoWorld.guilds ?? [];
const world = {
  ...demoWorld,
  clock: { now: "2026-11-21T00:00:00Z", frozen: true },
  guilds: [
    {
      ...first,
      roles: [{ name: "mods", permissions: ["ADMINISTRATOR"] }],
      channels: [...(first?.channels ?? []), { id: forum, name: "ideas", type: 15 }],
    },
  ],
};

function aSticker(): FormData {
  const form = new FormData();
  form.append("name", "wave");
  form.append("tags", "wave");
  form.append("file", new Blob([Uint8Array.from(aPng())]), "wave.png");
  return form;
}

const event = {
  name: "Standup",
  privacy_level: 2,
  entity_type: 3,
  entity_metadata: { location: "here" },
  scheduled_start_time: "2040-01-01T00:00:00Z",
  scheduled_end_time: "2040-01-01T01:00:00Z",
};
const rule = {
  name: "words",
  event_type: 1,
  trigger_type: 1,
  trigger_metadata: { keyword_filter: ["bad"] },
  actions: [{ type: 1 }],
};

/** Everything that can be made in a guild, and where the API shows it. */
const made: Readonly<Record<string, readonly [call: string, body: object, shownAt: string]>> = {
  emoji: [`POST ${guild}/emojis`, { name: "smile", image: aPicture() }, `${guild}/emojis`],
  sticker: [`POST ${guild}/stickers`, aSticker(), `${guild}/stickers`],
  sound: [
    `POST ${guild}/soundboard-sounds`,
    { name: "horn", sound: aSound() },
    `${guild}/soundboard-sounds`,
  ],
  "scheduled event": [`POST ${guild}/scheduled-events`, event, `${guild}/scheduled-events`],
  rule: [`POST ${guild}/auto-moderation/rules`, { ...rule }, `${guild}/auto-moderation/rules`],
  thread: [`POST ${general}/threads`, { name: "talk", type: 11 }, `${guild}/threads/active`],
  post: [
    `POST /channels/${forum}/threads`,
    { name: "idea", message: { content: "more tea" } },
    `${guild}/threads/active`,
  ],
  invite: [`POST ${general}/invites`, { max_age: 0 }, `${guild}/invites`],
  webhook: [`POST ${general}/webhooks`, { name: "hook" }, `${guild}/webhooks`],
  template: [`POST ${guild}/templates`, { name: "Again" }, `${guild}/templates`],
  message: [`POST ${general}/messages`, { content: "hello" }, `${general}/messages`],
};

/** What the API answers; URLs and tokens of webhooks, which only their creation shows, are left out. */
async function bodyAt(service: TestService, path: string): Promise<unknown> {
  const { status, text } = await service.asBot(`GET ${path}`);
  const plain = text.replaceAll(service.url, "").replaceAll(/,"(?:token|url)":"[^"]*"/g, "");
  return { status, body: JSON.parse(plain) as unknown };
}

/** Expects that the world loaded from the export has the same export and shows the same. */
async function expectSame(service: TestService, path: string): Promise<void> {
  const file = await service.control("GET /world");
  const second = await open(file.body);
  expect((await second.control("GET /world")).body).toEqual(file.body);
  expect(await bodyAt(second, path)).toEqual(await bodyAt(service, path));
}

describe("an export", () => {
  test.for(Object.entries(made))("has the %s of a deleted user", async ([, what]) => {
    const [call, body, path] = what;
    const service = await open(world);
    const { status } = await service.asUser(demo.bobToken, call, body);
    expect(status).toBeLessThan(300);
    expect((await service.control("DELETE /users/bob")).status).toBe(204);
    await expectSame(service, path);
  });

  test("has the owner of a thread that a webhook started", async () => {
    const service = await open(world);
    const { id, body } = await service.asBot(`POST /channels/${forum}/webhooks`, { name: "hook" });
    const { token } = body as { token: string };
    const post = { content: "more tea", thread_name: "idea" };
    await service.call(`POST /webhooks/${id}/${token}`, { body: post });
    const threads = await service.asBot(`GET ${guild}/threads/active`);
    expect(threads.at("threads", 0, "owner_id")).toBe(id);
    await expectSame(service, `${guild}/threads/active`);
  });
});

test("the owner of a thread is an id or the name of an existing user", async () => {
  const service = await open(world);
  const thread = { guild: "Test Guild", name: "talk", type: 11, parent_id: "general" };
  const add = (owner_id: string) => service.control("POST /channels", { ...thread, owner_id });
  expect((await add("bob")).at("owner_id")).toBe(demo.bobId);
  expect((await add("400000000000000001")).at("owner_id")).toBe("400000000000000001");
  const refused = await add("nobody");
  expect(refused.status).toBe(400);
  expect(refused.at("errors", "owner_id", "_errors", 0, "message")).toBe('no user "nobody"');
});
