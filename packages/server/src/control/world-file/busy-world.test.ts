// A busy world is exported, loaded into a fresh store and exported again: both exports are equal,
// and so are the API's answers. The steps that fill it run in random order and number.
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { LONG_TEST } from "../../platform/storage/conformance/store-model.conformance.ts";
import { aPicture } from "../../testing/calls/guild-calls.ts";
import { aSound } from "../../testing/files/sound-files.ts";
import { aPng } from "../../testing/files/sticker-files.ts";
import { emittedFacts, type EmittedFacts } from "../../testing/emitted-facts.ts";
import type { Answer } from "../../testing/answer.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { demoWorld } from "./demo-world.ts";
import { parseWorldText } from "./read.ts";

const started: TestService[] = [];

afterEach(async () => {
  for (const service of started.splice(0)) await service.stop();
});

async function open(world: unknown): Promise<TestService> {
  const service = await aService({ world, frozen: true });
  started.push(service);
  return service;
}

const thread = { id: "300000000000000023", name: "talk", type: 11, parent_id: "general" };
const [guild] = demoWorld.guilds ?? [];
const world = {
  ...demoWorld,
  clock: { now: "2026-11-21T00:00:00Z", frozen: true },
  users: [...(demoWorld.users ?? []), { username: "carol" }],
  guilds: [{ ...guild, channels: [...(guild?.channels ?? []), thread] }],
  applications: demoWorld.applications?.map((each) => ({
    ...each,
    flags: ["GATEWAY_MESSAGE_CONTENT"],
    commands: [{ name: "ping", description: "Answers" }],
  })),
};

const general = `/channels/${demo.generalId}`;

/** A message form with attached files. */
function withFiles(payload: object, ...files: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  form.append("payload_json", JSON.stringify(payload));
  for (const [i, [name, text]] of files.entries()) {
    form.append(`files[${i}]`, new Blob([text], { type: "text/plain" }), name);
  }
  return form;
}

/** The id of the channel's last message, which is sent first if there is none. */
async function aMessage(service: TestService): Promise<string> {
  return (await service.asBot(`POST ${general}/messages`, { content: "a message" })).id;
}

type Step = (service: TestService) => Promise<unknown>;

/** The same service, but a refused call throws: a step that fails would prove nothing. */
function succeeding(service: TestService): TestService {
  async function succeeded(pending: Promise<Answer>): Promise<Answer> {
    const answer = await pending;
    expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
    return answer;
  }
  return {
    ...service,
    call: (...call) => succeeded(service.call(...call)),
    asBot: (...call) => succeeded(service.asBot(...call)),
    asUser: (...call) => succeeded(service.asUser(...call)),
    control: (...call) => succeeded(service.control(...call)),
  };
}

const media = { url: "https://x.example/a.png" };
/** A message with components of the newer kinds, without anything that may be left out. */
const layout = {
  flags: 32768,
  components: [
    { type: 17, components: [{ type: 12, items: [{ media }] }, { type: 14 }] },
    { type: 9, components: [{ type: 10, content: "Look" }], accessory: { type: 11, media } },
    { type: 13, file: { url: "attachment://a.txt" } },
    { type: 1, components: [{ type: 5, custom_id: "who" }] },
  ],
};

/** The steps that fill the world. */
const steps: Readonly<Record<string, Step>> = {
  text: (service) => service.asBot(`POST ${general}/messages`, { content: "hello **all**" }),
  rich: (service) =>
    service.asBot(`POST ${general}/messages`, {
      embeds: [{ title: "T", color: 255, fields: [{ name: "a", value: "b" }] }],
      components: [{ type: 1, components: [{ type: 2, style: 1, label: "Go", custom_id: "go" }] }],
    }),
  byPeople: (service) =>
    service.control("POST /users/bob/message", { channel: "general", content: "<@!1> hi @here" }),
  reply: async (service) =>
    service.asBot(`POST ${general}/messages`, {
      content: "yes",
      message_reference: { message_id: await aMessage(service) },
    }),
  forward: async (service) =>
    service.asBot(`POST /channels/${thread.id}/messages`, {
      message_reference: {
        type: 1,
        channel_id: demo.generalId,
        message_id: await aMessage(service),
      },
    }),
  files: (service) =>
    service.asBot(
      `POST ${general}/messages`,
      withFiles(
        {
          content: "files",
          attachments: [{ id: 0, description: "first" }, { id: 1 }, { id: 2 }],
          embeds: [],
        },
        ["a.txt", "the same"],
        ["b.txt", "the same"],
        ["c.txt", ""],
      ),
    ),
  shown: (service) =>
    service.asBot(
      `POST ${general}/messages`,
      withFiles({ embeds: [{ title: "P", image: { url: "attachment://p.png" } }] }, [
        "p.png",
        "no picture",
      ]),
    ),
  laidOut: (service) =>
    service.asBot(`POST ${general}/messages`, withFiles(layout, ["a.txt", "a"])),
  edited: async (service) =>
    service.asBot(`PATCH ${general}/messages/${await aMessage(service)}`, { content: "edited" }),
  poll: (service) =>
    service.asBot(`POST ${general}/messages`, {
      poll: {
        question: { text: "Tea?" },
        answers: [{ poll_media: { text: "Yes", emoji: { name: "🍵" } } }],
      },
    }),
  votes: async (service) => {
    const answers = [{ poll_media: { text: "Tea" } }, { poll_media: { text: "Soup" } }];
    const poll = { question: { text: "Lunch?" }, answers, allow_multiselect: true };
    for (const isOver of [false, true]) {
      const { id: message } = await service.asBot(`POST ${general}/messages`, { poll });
      const vote = (user: string, ...chosen: number[]) =>
        service.control(`POST /users/${user}/vote`, {
          channel: "general",
          message,
          answers: chosen,
        });
      await vote("alice", 1, 2);
      await vote("bob", 2);
      if (isOver) await service.asBot(`POST ${general}/polls/${message}/expire`);
    }
  },
  pinned: async (service) => service.asBot(`PUT ${general}/pins/${await aMessage(service)}`),
  fromMessage: async (service) => {
    const path = `${general}/messages/${await aMessage(service)}/threads`;
    await service.asBot(`POST ${path}`, { name: "More", auto_archive_duration: 1440 });
  },
  ofThread: (service) =>
    service.asBot(`POST /channels/${thread.id}/messages`, { content: "in it" }),
  reactions: async (service) => {
    const id = await aMessage(service);
    const { id: emoji } = await service.asBot(`POST /guilds/${demo.guildId}/emojis`, {
      name: "wave",
      image: aPicture(),
    });
    const below = { channel: "general", message: id };
    await service.control("POST /users/bob/react", { ...below, emoji: "❤️" });
    await service.control("POST /users/alice/react", { ...below, emoji: "❤", burst: true });
    await service.asBot(`PUT ${general}/messages/${id}/reactions/wave:${emoji}/@me`);
  },
  direct: (service) =>
    service.control("POST /users/bob/message", { channel: "@Concierge", content: "psst" }),
  group: async (service) => {
    const { id } = await service.control("GET /users/carol");
    await service.asUser(demo.aliceToken, "POST /users/@me/channels", {
      recipients: [demo.bobId, id],
    });
  },
  ephemeral: async (service) => {
    const facts = emittedFacts(service.store);
    const waiting = service.control("POST /users/alice/invoke", {
      application: "Concierge",
      channel: "general",
      command: "ping",
      until: "acknowledged",
    });
    const { id, token } = await sent(service, facts);
    await service.call(`POST /interactions/${id}/${token}/callback`, {
      body: { type: 4, data: { content: "only you", flags: 64 } },
    });
    await waiting;
  },
  lobby: async (service) => {
    const { id } = await service.asBot("POST /lobbies", {
      metadata: { map: "harbour" },
      members: [{ id: demo.aliceId, metadata: { team: "red" } }],
    });
    const auth = `Bearer ${demo.accessToken}`;
    await service.call(`POST /lobbies/${id}/messages`, { auth, body: { content: "go" } });
  },
  linkedLobby: async (service) => {
    const members = [{ id: demo.aliceId, flags: 1 }];
    const { id } = await service.asBot("POST /lobbies", { members });
    const auth = `Bearer ${demo.accessToken}`;
    const link = { channel_id: demo.generalId };
    await service.call(`PATCH /lobbies/${id}/channel-linking`, { auth, body: link });
    await service.call(`POST /lobbies/${id}/messages`, { auth, body: { content: "to both" } });
  },
  invite: (service) => service.asBot(`POST ${general}/invites`, { max_age: 3600 }),
  emoji: (service) =>
    service.asBot(`POST /guilds/${demo.guildId}/emojis`, { name: "smile", image: aPicture() }),
  stickers: async (service) => {
    const form = new FormData();
    form.append("name", "wave");
    form.append("tags", "wave");
    form.append("file", new Blob([Uint8Array.from(aPng())]), "wave.png");
    const { id } = await service.asBot(`POST /guilds/${demo.guildId}/stickers`, form);
    await service.asBot(`POST ${general}/messages`, { sticker_ids: [id] });
  },
  sounds: (service) =>
    service.asBot(`POST /guilds/${demo.guildId}/soundboard-sounds`, {
      name: "horn",
      sound: aSound(),
      volume: 0.5,
      emoji_name: "📯",
    }),
  recurring: async (service) => {
    const events = `/guilds/${demo.guildId}/scheduled-events`;
    const { id } = await service.asBot(`POST ${events}`, {
      name: "Standup",
      privacy_level: 2,
      entity_type: 3,
      entity_metadata: { location: "here" },
      scheduled_start_time: "2040-01-01T00:00:00Z",
      scheduled_end_time: "2040-01-01T01:00:00Z",
      recurrence_rule: { start: "2040-01-01T00:00:00Z", frequency: 3 },
    });
    const form = { original_scheduled_start_time: "2040-01-03T00:00:00Z", is_canceled: true };
    await service.asBot(`POST ${events}/${id}/exceptions`, form);
    await service.control("POST /users/bob/interest", { guild: demo.guildId, event: id });
  },
  stage: async (service) => {
    const hall = { name: "stage", type: 13 };
    const made = await service.asBot(`POST /guilds/${demo.guildId}/channels`, hall);
    const form = { channel_id: made.id, topic: "Ships" };
    await service.asUser(demo.aliceToken, "POST /stage-instances", form);
  },
  channels: async (service) => {
    const add = (body: object) => service.asBot(`POST /guilds/${demo.guildId}/channels`, body);
    const { id: parent_id } = await add({ name: "Rooms", type: 4 });
    await add({ name: "hall", type: 13, parent_id, rtc_region: "japan", video_quality_mode: 2 });
    const { id } = await add({
      name: "ideas",
      type: 15,
      available_tags: [
        { name: "bug", emoji_name: "🐞" },
        { name: "idea", moderated: true },
      ],
      default_reaction_emoji: { emoji_name: "👍" },
      default_sort_order: 1,
      default_tag_setting: "match_some",
      default_auto_archive_duration: 60,
      default_thread_rate_limit_per_user: 5,
    });
    await service.asBot(`PATCH /channels/${id}`, { flags: 16 });
    await service.asBot(`PUT /channels/${id}/permissions/${demo.bobId}`, { type: 1, deny: "1024" });
  },
  threads: async (service) => {
    const { id } = await service.asBot(`POST ${general}/threads`, { name: "Talk", type: 11 });
    await service.asUser(demo.bobToken, `PUT /channels/${id}/thread-members/@me`);
    await service.asBot(`DELETE /channels/${id}/thread-members/@me`);
    await service.asBot(`PATCH /channels/${id}`, { archived: true, locked: true });
  },
  leftThread: async (service) => {
    const { id } = await service.asBot(`POST ${general}/threads`, { name: "Short", type: 11 });
    await service.asUser(demo.bobToken, `PUT /channels/${id}/thread-members/@me`);
    await service.asUser(demo.bobToken, `DELETE /channels/${id}/thread-members/@me`);
  },
  voiceStatus: (service) =>
    service.asBot(`PUT /channels/${demo.voiceId}/voice-status`, { status: "Quiz" }),
  own: (service) =>
    service.asBot(`PATCH /guilds/${demo.guildId}/members/@me`, { nick: "B", avatar: aPicture() }),
  later: (service) => service.control("PATCH /clock", { advance: "PT61S" }),
};

/** Waits until the application was sent an interaction, and returns the interaction. */
async function sent(
  { store }: TestService,
  facts: EmittedFacts,
): Promise<{ id: string; token: string }> {
  for (;;) {
    const found = facts.all.find(
      ({ name, scope }) => name === "INTERACTION_CREATE" && scope.kind === "application",
    );
    if (found !== undefined) return found.payload as { id: string; token: string };
    await new Promise<void>((resolve) => {
      const stop = store.log.follow(() => {
        stop();
        resolve();
      });
    });
  }
}

const reads = [
  [demo.botToken, `${general}/messages?limit=100`],
  [demo.botToken, `${general}/pins`],
  [demo.botToken, `${general}/messages/pins`],
  [demo.botToken, general],
  [demo.botToken, `/channels/${thread.id}`],
  [demo.botToken, `/channels/${thread.id}/messages`],
  [demo.botToken, `/guilds/${demo.guildId}?with_counts=true`],
  [demo.botToken, `/guilds/${demo.guildId}/channels`],
  [demo.botToken, `/guilds/${demo.guildId}/emojis`],
  [demo.botToken, `/guilds/${demo.guildId}/stickers`],
  [demo.botToken, `/guilds/${demo.guildId}/scheduled-events?with_user_count=true`],
  [demo.botToken, `/guilds/${demo.guildId}/soundboard-sounds`],
  [demo.botToken, `/guilds/${demo.guildId}/messages/search?content=hello`],
  [demo.botToken, `/guilds/${demo.guildId}/members?limit=100`],
  [demo.botToken, "/applications/@me"],
  [demo.aliceToken, `${general}/messages?limit=100`],
  [demo.aliceToken, "/users/@me/channels"],
  [demo.bobToken, "/users/@me/channels"],
] as const;

/** What the API answers about a world, without the parts of URLs that depend on service and day. */
async function answersOf(service: TestService): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [token, path] of reads) {
    const auth = token === demo.botToken ? `Bot ${token}` : token;
    const { status, text } = await service.call(`GET ${path}`, { auth });
    const plain = text.replaceAll(service.url, "").replaceAll(/\?ex=[^"\\]*/g, "");
    answers.push([path, status, plain === "" ? undefined : JSON.parse(plain)]);
  }
  return answers;
}

/** The contents of every file that the channel's messages show. */
async function filesOf(service: TestService): Promise<string[]> {
  const { text } = await service.asBot(`GET ${general}/messages?limit=100`);
  const urls = new Set(text.match(/http[^"\\]*\/cdn\/attachments\/[^"\\]*/g) ?? []);
  const all = await Promise.all(
    [...urls].map(async (url) => {
      const response = await fetch(url);
      return `${new URL(url).pathname} ${response.status} ${await response.text()}`;
    }),
  );
  return all.toSorted();
}

async function expectSame(names: readonly string[]): Promise<void> {
  const first = await open(world);
  for (const name of names) await steps[name]?.(succeeding(first));
  const file = await first.control("GET /world");
  expect(file.status).toBe(200);
  const second = await open(file.body);
  expect((await second.control("GET /world")).body).toEqual(file.body);
  expect(await answersOf(second)).toEqual(await answersOf(first));
  expect(await filesOf(second)).toEqual(await filesOf(first));
  const { text } = await first.control("GET /world?format=yaml");
  expect((await parseWorldText(text, "world.yaml")).value).toEqual(file.body);
  for (const service of started.splice(0)) await service.stop();
}

describe("a busy world", () => {
  test("is exported and loaded completely", () => expectSame(Object.keys(steps)));

  // Each case runs two services in sequence.
  test("is exported and loaded completely after any calls", LONG_TEST, async () => {
    const names = fc.uniqueArray(fc.constantFrom(...Object.keys(steps)), { maxLength: 12 });
    await fc.assert(fc.asyncProperty(names, expectSame), { numRuns: 4 });
  });

  test("can be exported without messages and files", async () => {
    const service = await open(world);
    for (const step of Object.values(steps)) await step(succeeding(service));
    const whole = await service.control("GET /world");
    expect(Object.keys(whole.body as object)).toEqual(
      expect.arrayContaining(["messages", "files", "images", "private_channels"]),
    );
    const small = await service.control("GET /world?without=messages,files");
    const keys = Object.keys(small.body as object);
    for (const key of ["messages", "files", "images"]) expect(keys).not.toContain(key);
    const noFiles = await service.control("GET /world?without=files");
    expect(Object.keys(noFiles.body as object)).toContain("messages");
    expect((await service.control("GET /world?without=nonsense")).status).toBe(400);
    await open(small.body);
  });
});
