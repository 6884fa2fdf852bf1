import type { PermissionName } from "@antechamber/contract";
import { editChannel } from "@antechamber/contract/channels";
import { createThread } from "@antechamber/contract/threads";
import {
  createAutoModerationRule,
  deleteAutoModerationRule,
  editAutoModerationRule,
} from "@antechamber/contract/guilds";
import { createMessageThread } from "@antechamber/contract/messages";
import { describe, expect, test } from "vitest";
import type { Caller } from "../../../platform/context.ts";
import {
  asAlice,
  asBob,
  asBot,
  aMessageScene,
  codeOf,
  ids,
} from "../../../testing/calls/message-calls.ts";
import { aChannel, aMember, aRole } from "../../../testing/records.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { channelHandlers } from "../../channels/handlers.ts";
import { autoModerationHandlers } from "../../guilds/auto-moderation/handlers.ts";
import { channels, guilds, members, roles } from "../../guilds/guild.ts";

const granted: readonly PermissionName[] = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "SEND_MESSAGES_IN_THREADS",
  "READ_MESSAGE_HISTORY",
  "CREATE_PUBLIC_THREADS",
  "SEND_POLLS",
];
const alerts = "300000000000000041";
const calm = "300000000000000051";

const block = { type: 1, metadata: { custom_message: "Not here" } };
const alert = { type: 2, metadata: { channel_id: alerts } };
const timeOut = { type: 3, metadata: { duration_seconds: 60 } };
const cats = { trigger_type: 1, trigger_metadata: { keyword_filter: ["cat*"] } };

/** The scene with a rule by alice. */
async function aScene(rule: object = {}) {
  const handlers = [...autoModerationHandlers, ...channelHandlers];
  const scene = await aMessageScene({ granted, handlers });
  await scene.seed((tx) => {
    tx.put(channels, aChannel(alerts, { guild_id: ids.guild }));
    tx.put(roles, aRole({ guild_id: ids.guild, id: calm }));
  });
  const params = { guild_id: ids.guild };
  const draft = { name: "Order", event_type: 1, actions: [block], enabled: true, ...cats, ...rule };
  const make = (body: object) =>
    scene.call(createAutoModerationRule, { as: asAlice, params, body });
  const { body: made } = await make(draft);
  const say = (content: string, as: Caller = asBob, channel: string = ids.general) =>
    scene.send({ content }, { as, channel });
  const member = () => scene.store.read((tx) => tx.get(members, compoundKey(ids.guild, ids.bob)));
  await scene.news();
  await scene.logged();
  const change = (body: object) =>
    scene.call(editAutoModerationRule, {
      as: asAlice,
      params: { ...params, rule_id: made.id },
      body,
    });
  return { ...scene, made, make, say, member, change };
}

describe("a message blocked by a rule", () => {
  test("is refused, with an event and an audit log entry", async () => {
    const { say, news, logged, made } = await aScene();
    expect(codeOf(await say("a catapult"))).toBe(200_000);
    expect(await news()).toMatchObject([
      {
        name: "AUTO_MODERATION_ACTION_EXECUTION",
        payload: {
          guild_id: ids.guild,
          action: block,
          rule_id: made.id,
          rule_trigger_type: 1,
          user_id: ids.bob,
          channel_id: ids.general,
          content: "a catapult",
          matched_keyword: "cat*",
          matched_content: "cat",
        },
      },
    ]);
    expect(await logged()).toMatchObject([
      {
        action_type: 143,
        user_id: ids.bob,
        target_id: ids.bob,
        options: {
          auto_moderation_rule_name: "Order",
          auto_moderation_rule_trigger_type: "1",
          channel_id: ids.general,
        },
      },
    ]);
    expect(codeOf(await say("a dog"))).toBeUndefined();
  });

  test("is refused in a thread of the channel, too, and when it is edited", async () => {
    const { say, edit } = await aScene();
    expect(codeOf(await say("cat", asBob, ids.thread))).toBe(200_000);
    const { body } = await say("a dog");
    expect(codeOf(await edit(body.id, { content: "a cat" }, { as: asBob }))).toBe(200_000);
    expect(codeOf(await edit(body.id, { content: "a cow" }, { as: asBob }))).toBeUndefined();
  });

  test("is refused because of the texts of its poll", async () => {
    const { send } = await aScene();
    const answers = [{ poll_media: { text: "dog" } }, { poll_media: { text: "cat" } }];
    const poll = { question: { text: "Which?" }, answers };
    expect(codeOf(await send({ poll }, { as: asBob }))).toBe(200_000);
  });
});

describe("rules do not apply", () => {
  test("to members who manage the guild, or to bots", async () => {
    const { say } = await aScene();
    expect(codeOf(await say("cat", asAlice))).toBeUndefined();
    expect(codeOf(await say("cat", asBot))).toBeUndefined();
  });

  test("to members with an exempt role", async () => {
    const { say, seed } = await aScene({ exempt_roles: [calm] });
    expect(codeOf(await say("cat"))).toBe(200_000);
    const bob = { guild_id: ids.guild, user_id: ids.bob };
    await seed((tx) => tx.put(members, { ...aMember(bob), roles: [calm] }));
    expect(codeOf(await say("cat"))).toBeUndefined();
  });

  test("in an exempt channel and its threads", async () => {
    const { say } = await aScene({ exempt_channels: [ids.general] });
    expect(codeOf(await say("cat"))).toBeUndefined();
    expect(codeOf(await say("cat", asBob, ids.thread))).toBeUndefined();
    expect(codeOf(await say("cat", asBob, ids.slow))).toBe(200_000);
  });

  test("while they are disabled, and after they are deleted", async () => {
    const { say, change, call, made } = await aScene();
    await change({ enabled: false });
    expect(codeOf(await say("cat"))).toBeUndefined();
    await change({ enabled: true });
    expect(codeOf(await say("cat"))).toBe(200_000);
    const params = { guild_id: ids.guild, rule_id: made.id };
    await call(deleteAutoModerationRule, { as: asAlice, params });
    expect(codeOf(await say("cat"))).toBeUndefined();
  });
});

test("an alert posts the match in its channel, and the message is sent", async () => {
  const { say, news, logged } = await aScene({ actions: [alert] });
  const { body } = await say("my cat");
  const events = await news();
  expect(events.map(({ name }) => name)).toEqual([
    "MESSAGE_CREATE",
    "MESSAGE_CREATE",
    "AUTO_MODERATION_ACTION_EXECUTION",
  ]);
  const [, blocked, alertEvent] = events;
  expect(blocked?.payload).toMatchObject({
    type: 24,
    channel_id: alerts,
    author: { id: ids.bob },
    content: "",
    embeds: [
      {
        type: "auto_moderation_message",
        description: "my cat",
        fields: [
          { name: "rule_name", value: "Order" },
          { name: "channel_id", value: ids.general },
          { name: "decision_id" },
          { name: "keyword", value: "cat*" },
          { name: "keyword_matched_content", value: "cat" },
          { name: "flagged_message_id", value: body.id },
        ],
      },
    ],
  });
  expect(alertEvent?.payload).toMatchObject({
    message_id: body.id,
    alert_system_message_id: Reflect.get(blocked?.payload ?? {}, "id") as unknown,
  });
  expect(await logged()).toMatchObject([{ action_type: 144 }]);
});

test("a time-out blocks the member until it expires", async () => {
  const { say, member, advance, logged } = await aScene({ actions: [block, timeOut] });
  expect(codeOf(await say("cat"))).toBe(200_000);
  expect((await member())?.communication_disabled_until).not.toBeNull();
  expect(codeOf(await say("sorry"))).toBe(50_013);
  expect(await logged()).toMatchObject([{ action_type: 143 }, { action_type: 145 }]);
  await advance(61_000);
  expect(codeOf(await say("sorry"))).toBeUndefined();
});

test("the third identical text within a minute is spam, as is the test text of spam filters", async () => {
  const { say, advance } = await aScene({ trigger_type: 3, trigger_metadata: undefined });
  for (const expected of [undefined, undefined, 200_000]) {
    expect(codeOf(await say("buy now"))).toBe(expected);
  }
  await advance(61_000);
  expect(codeOf(await say("buy now"))).toBeUndefined();
  const gtube = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";
  expect(codeOf(await say(gtube))).toBe(200_000);
});

test("thread titles are not counted as repeated text, but checked by the spam filter", async () => {
  const { say, call } = await aScene({ trigger_type: 3, trigger_metadata: undefined });
  for (const text of ["buy now", "buy now"]) await say(text);
  const begin = async (name: string) => {
    const params = { channel_id: ids.general };
    return codeOf(await call(createThread, { as: asBob, params, body: { name, type: 11 } }));
  };
  expect(await begin("buy now")).toBeUndefined();
  for (const name of ["sold", "sold"]) await begin(name);
  expect(codeOf(await say("sold"))).toBeUndefined();
  const gtube = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";
  expect(await begin(gtube)).toBe(200_001);
});

const mentions = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `<@${from + i}>`).join(" ");

test("too many different mentions are blocked", async () => {
  const limit = { mention_total_limit: 2 };
  const { say } = await aScene({ trigger_type: 5, trigger_metadata: limit });
  expect(codeOf(await say(`<@${ids.alice}> <@${ids.alice}> <@&${calm}>`))).toBeUndefined();
  expect(codeOf(await say(mentions(1000, 3)))).toBe(200_000);
});

test("a wave of mentions by several members is detected as a raid", async () => {
  const raid = { mention_total_limit: 50, mention_raid_protection_enabled: true };
  const { say, seed, store } = await aScene({ trigger_type: 5, trigger_metadata: raid });
  const carol = { guild_id: ids.guild, user_id: ids.carol };
  await seed((tx) => tx.put(members, aMember(carol)));
  expect(codeOf(await say(mentions(1000, 15)))).toBeUndefined();
  const asCarol = { kind: "user", user_id: ids.carol } as const;
  expect(codeOf(await say(mentions(2000, 10), asCarol))).toBe(200_000);
  const guild = await store.read((tx) => tx.get(guilds, ids.guild.padStart(20, "0")));
  expect(guild?.incidents_data).toHaveProperty("raid_detected_at");
});

describe("mention raid protection", () => {
  const raid = { mention_total_limit: 50, mention_raid_protection_enabled: true };
  const asCarol = { kind: "user", user_id: ids.carol } as const;
  async function theRaided() {
    const scene = await aScene({ trigger_type: 5, trigger_metadata: raid });
    await scene.seed((tx) => {
      tx.put(members, aMember({ guild_id: ids.guild, user_id: ids.carol }));
    });
    return scene;
  }

  test.each([
    { what: "mentions of twenty", count: 5, as: asCarol, wait: 0 },
    { what: "but mentions of one more", count: 6, as: asCarol, wait: 0, code: 200_000 },
    { what: "mentions of one member alone", count: 6, as: asBob, wait: 0 },
    { what: "mentions ten seconds apart", count: 6, as: asCarol, wait: 10_000 },
    { what: "but those that are closer", count: 6, as: asCarol, wait: 9999, code: 200_000 },
    { what: "mentions from before a clock was set back", count: 6, as: asCarol, wait: -60_000 },
  ])("handles $what", async ({ count, as, wait, code }) => {
    const { say, advance } = await theRaided();
    expect(codeOf(await say(mentions(1000, 15)))).toBeUndefined();
    await advance(wait);
    expect(codeOf(await say(mentions(2000, count), as))).toBe(code);
  });

  test("ignores mentions of bots", async () => {
    const { say } = await theRaided();
    expect((await say(mentions(1000, 15), asBot)).status).toBe(200);
    expect((await say(mentions(2000, 6))).status).toBe(200);
  });

  test("ignores mentions that the message had before it was edited", async () => {
    const { say, edit } = await theRaided();
    await say(mentions(1000, 5), asCarol);
    const { body } = await say(mentions(2000, 10));
    const edited = await edit(body.id, { content: mentions(3000, 10) }, { as: asBob });
    expect(codeOf(edited)).toBeUndefined();
  });
});

test("the titles of threads and posts are checked, with an error code of their own", async () => {
  const { call, say } = await aScene();
  const params = { channel_id: ids.general };
  const begin = (body: object, channel_id: string = ids.general) =>
    call(createThread, { as: asBob, params: { channel_id }, body });
  expect(codeOf(await begin({ name: "cats", type: 11 }))).toBe(200_001);
  const post = { name: "cats", message: { content: "hello" } };
  expect(codeOf(await begin(post, ids.forum))).toBe(200_001);
  const starter = { name: "dogs", message: { content: "and cats" } };
  expect(codeOf(await begin(starter, ids.forum))).toBe(200_000);
  const { body } = await say("hello");
  const on = { ...params, message_id: body.id };
  const under = await call(createMessageThread, { as: asBob, params: on, body: { name: "cats" } });
  expect(codeOf(under)).toBe(200_001);
  const thread = await begin({ name: "dogs", type: 11 });
  expect(codeOf(thread)).toBeUndefined();
  const at = { channel_id: thread.body.id };
  const renamed = await call(editChannel, { as: asBob, params: at, body: { name: "cats" } });
  expect(codeOf(renamed)).toBe(200_001);
});
