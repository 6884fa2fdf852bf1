import type { UploadedFile } from "@antechamber/contract";
import { getChannel } from "@antechamber/contract/guilds";
import { messageAsUser } from "@antechamber/contract/control";
import { expect, test } from "vitest";
import type { Clock } from "../../platform/clock.ts";
import type { Caller } from "../../platform/context.ts";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { TimeSlicer } from "../../platform/time/time-slicer.ts";
import { aFile, aMessageScene, codeOf, ids, leavesOf } from "../../testing/calls/message-calls.ts";
import { guildHandlers } from "../../domains/guilds/handlers.ts";
import type { FollowDeps } from "./wait-for-outcome.ts";
import { actingHandlers } from "./message.ts";
import { nobodyOnline } from "../../testing/presences.ts";

const operator: Caller = { kind: "control" };

const granted = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "SEND_MESSAGES_IN_THREADS",
  "ATTACH_FILES",
] as const;

/** The scene with its users' names, and a function to write as one of them. */
async function aScene(after?: Clock["after"]) {
  const deps = {} as FollowDeps;
  const handlers = [
    ...actingHandlers(deps),
    ...guildHandlers({ slicer: new TimeSlicer(steerableClock()), presences: nobodyOnline }),
  ];
  const context = await aMessageScene({ handlers, granted });
  const clock = after === undefined ? context.clock : { ...context.clock, after };
  Object.assign(deps, { store: context.store, clock });
  const write = (user: string, body: object, files: readonly UploadedFile[] = []) =>
    context.call(messageAsUser, { as: operator, params: { user }, body, files });
  return { ...context, write };
}

const text = { content: "hello" };

test("a user writes to a channel by any of its names", async () => {
  const { write } = await aScene();
  for (const [user, channel] of [
    [ids.bob, ids.general],
    [`user-${ids.bob}`, `channel-${ids.general}`],
    [`@user-${ids.bob}`, `#channel-${ids.general}`],
    [ids.bob, BigInt(ids.general)],
  ] as const) {
    const { status, body } = await write(user, { ...text, channel });
    expect([status, body.channel_id, body.author.id]).toEqual([200, ids.general, ids.bob]);
  }
});

test("a user writes to another user in a direct message that is opened for it", async () => {
  const { write, call } = await aScene();
  const { body } = await write(ids.carol, { ...text, channel: `@user-${ids.bot}` });
  const asBot: Caller = { kind: "bot", application_id: ids.bot };
  const channel = await call(getChannel, { as: asBot, params: { channel_id: body.channel_id } });
  expect(channel.body).toMatchObject({ type: 1, recipients: [{ id: ids.carol }] });
});

test("files are sent within the body and beside it", async () => {
  const { write } = await aScene();
  const attachments = [
    { filename: "a.txt", data: "aGVsbG8=", description: "A" },
    { filename: "b.bin", data: "", content_type: "text/plain" },
  ];
  const { body } = await write(ids.bob, { channel: ids.general, attachments }, [aFile(0, "c.txt")]);
  expect(body).toMatchObject({
    content: "",
    attachments: [
      { filename: "c.txt" },
      { filename: "a.txt", size: 5, description: "A" },
      { filename: "b.bin", size: 0, content_type: "text/plain; charset=utf-8" },
    ],
  });
});

test.each<[string, string, object, number]>([
  ["nobody", "nobody", { ...text, channel: ids.general }, 10013],
  ["a bot", ids.bot, { ...text, channel: ids.general }, 20001],
  ["a person to nowhere", ids.bob, { ...text, channel: "nowhere" }, 10003],
  ["a person to a hidden channel", ids.bob, { ...text, channel: ids.hidden }, 50001],
  ["a person to a guild that is none", ids.bob, { ...text, channel: "x", guild: "none" }, 10004],
  ["a person to themselves", ids.bob, { ...text, channel: `@user-${ids.bob}` }, 10013],
  ["nothing", ids.bob, { channel: ids.general }, 50006],
])("%s cannot write", async (_, ...[user, body, code]) => {
  const { write } = await aScene();
  expect(codeOf(await write(user, body))).toBe(code);
});

test("invalid base64 and oversized files are refused at their place", async () => {
  const { write } = await aScene();
  const sent = (data: string) =>
    write(ids.bob, { channel: ids.general, attachments: [{ filename: "a", data }] });
  expect(leavesOf(await sent("?"))).toEqual(["attachments.0.data: STRING_TYPE_REGEX"]);
  const large = "A".repeat((10 * 1024 * 1024 * 4) / 3 + 4);
  expect(leavesOf(await sent(large))).toEqual(["attachments.0.data: BASE_TYPE_MAX_LENGTH"]);
});

test("until: answered returns applications' messages as they are once they fall silent", async () => {
  const silences = new Set<{ readonly end: () => void }>();
  const context = await aScene((_ms, end) => {
    const silence = { end };
    silences.add(silence);
    return () => silences.delete(silence);
  });
  let isOne = false;
  const elsewhere = async () => {
    const { status } = await context.send({ content: "elsewhere" }, { channel: ids.thread });
    expect(status).toBe(200);
  };
  const answer = async (id: string) => {
    const first = await context.send({ content: `heard ${id}` });
    await elsewhere();
    await context.edit(first.body.id, { content: "edited" });
    await context.send({ content: "and more" });
    // The replies arrive once the handler is waiting.
    while (silences.size < 2) await elsewhere();
    isOne = silences.size === 2;
    for (const { end } of silences) end();
  };
  const answers: Promise<unknown>[] = [];
  const stop = context.store.log.follow((facts) => {
    for (const { name, payload } of facts) {
      const { author, id } = payload as { author?: { id: string }; id: string };
      if (name === "MESSAGE_CREATE" && author?.id === ids.bob) answers.push(answer(id));
    }
  });
  const { body } = await context.write(ids.bob, {
    ...text,
    channel: ids.general,
    until: "answered",
  });
  stop();
  await Promise.all(answers);
  expect(body).toMatchObject({
    content: "hello",
    answers: [{ content: "edited" }, { content: "and more" }],
  });
  // One timer for the whole wait, and one for silence, which each reply restarts.
  expect(isOne).toBe(true);
  expect(silences.size).toBe(0);
});

test("a wait without answers returns none, and nothing is awaited without until", async () => {
  const { write } = await aScene();
  const silent = await write(ids.bob, {
    ...text,
    channel: ids.general,
    until: "answered",
    wait: 1,
  });
  expect(silent.body).toMatchObject({ answers: [] });
  const plain = await write(ids.bob, { ...text, channel: ids.general });
  expect(plain.body).not.toHaveProperty("answers");
});
