import { limits, permissionSplits, type PermissionName } from "@antechamber/contract";
import {
  listMessages,
  listPins,
  listPinsOld,
  pinMessage,
  pinMessageOld,
  unpinMessage,
  unpinMessageOld,
} from "@antechamber/contract/messages";
import { parseTimestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import {
  aMessageScene,
  asAlice,
  asBob,
  asBot,
  codeOf,
  ids,
  type Sent,
} from "../../testing/calls/message-calls.ts";
import { aMessage } from "../../testing/records.ts";
import { messages } from "./message.ts";
import { pinHandlers } from "./pins.ts";

const writing = ["VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY"] as const;

async function aPinScene(...granted: readonly PermissionName[]) {
  const scene = await aMessageScene({ granted: [...writing, ...granted], handlers: pinHandlers });
  const at = (message_id: string, { as = asBot, channel = ids.general }: Sent = {}) => ({
    as,
    params: { channel_id: channel, message_id },
  });
  const pin = (id: string, more?: Sent) => scene.call(pinMessage, at(id, more));
  const unpin = (id: string, more?: Sent) => scene.call(unpinMessage, at(id, more));
  const pins = (query: object = {}, as = asBot) =>
    scene.call(listPins, { as, params: { channel_id: ids.general }, query });
  return { ...scene, at, pin, unpin, pins };
}

test("a text-to-speech message is not read again when it is pinned", async () => {
  const { send, pin, news } = await aPinScene("PIN_MESSAGES", "SEND_TTS_MESSAGES");
  const { id } = (await send({ content: "keep this", tts: true })).body;
  expect(await news()).toMatchObject([{ name: "MESSAGE_CREATE", payload: { tts: true } }]);
  await pin(id);
  const [event] = await news();
  expect(event).toMatchObject({ name: "MESSAGE_UPDATE", payload: { pinned: true, tts: false } });
});

test("pinning a message sends events, and a message that names the user", async () => {
  const { send, pin, news } = await aPinScene("PIN_MESSAGES");
  const { id } = (await send({ content: "keep this" })).body;
  await news();
  expect((await pin(id)).status).toBe(204);
  const place = { channel_id: ids.general, guild_id: ids.guild };
  expect(await news()).toMatchObject([
    { name: "MESSAGE_UPDATE", payload: { id, pinned: true } },
    { name: "CHANNEL_PINS_UPDATE", payload: place },
    {
      name: "MESSAGE_CREATE",
      payload: {
        type: 6,
        content: "",
        author: { id: ids.bot },
        message_reference: { ...place, message_id: id },
      },
    },
  ]);
  expect((await pin(id)).status).toBe(204);
  expect(await news()).toEqual([]);
});

test("a reply shows that its referenced message is pinned", async () => {
  const { send, pin, advance, call } = await aPinScene("PIN_MESSAGES");
  const { id } = (await send({ content: "keep this" })).body;
  const answer = (await send({ content: "yes", message_reference: { message_id: id } })).body;
  await pin(id);
  await advance(1);
  const found = await call(listMessages, { as: asBot, params: { channel_id: ids.general } });
  const listed = found.body.find((message) => message.id === answer.id);
  expect(listed?.referenced_message).toMatchObject({ id, pinned: true });
});

test("the message about a pin does not contain the pinned message, even after its deletion", async () => {
  const { send, pin, remove, call, advance } = await aPinScene("PIN_MESSAGES");
  const { id } = (await send({ content: "keep this" })).body;
  await pin(id);
  const notices = async () => {
    const found = await call(listMessages, { as: asBot, params: { channel_id: ids.general } });
    return found.body.filter(({ type }) => type === 6);
  };
  const [before] = await notices();
  await remove(id);
  await advance(1);
  expect(await notices()).toEqual([before]);
  expect(before).not.toHaveProperty("referenced_message");
});

test("the message about a pin cannot be edited", async () => {
  const { send, pin, edit, call } = await aPinScene("PIN_MESSAGES");
  await pin((await send({ content: "keep this" })).body.id);
  const found = await call(listMessages, { as: asBot, params: { channel_id: ids.general } });
  expect(found.body[0]?.type).toBe(6);
  expect(codeOf(await edit(String(found.body[0]?.id), { content: "b" }))).toBe(50_021);
});

test("unpinning a message sends its events once", async () => {
  const { send, pin, unpin, pins, news } = await aPinScene("PIN_MESSAGES");
  const { id } = (await send({ content: "x" })).body;
  await pin(id);
  await news();
  expect((await unpin(id)).status).toBe(204);
  expect(await news()).toMatchObject([
    { name: "MESSAGE_UPDATE", payload: { id, pinned: false } },
    { name: "CHANNEL_PINS_UPDATE", payload: { last_pin_timestamp: null } },
  ]);
  expect((await unpin(id)).status).toBe(204);
  expect(await news()).toEqual([]);
  expect((await pins()).body).toEqual({ items: [], has_more: false });
});

test("pins are listed in pages, latest first", async () => {
  const { send, pin, pins, advance, call } = await aPinScene("PIN_MESSAGES");
  const sent: string[] = [];
  for (const content of ["a", "b", "c"]) sent.push((await send({ content })).body.id);
  const [a = "", b = "", c = ""] = sent;
  for (const id of [b, a, c]) {
    await advance(1000);
    await pin(id);
  }
  const all = await pins();
  expect(all.body.items.map(({ message }) => message.id)).toEqual([c, a, b]);
  const first = await pins({ limit: 2 });
  expect([first.body.items.length, first.body.has_more]).toEqual([2, true]);
  const rest = await pins({ before: first.body.items[1]?.pinned_at });
  expect(rest.body.items.map(({ message }) => message.id)).toEqual([b]);
  const old = await call(listPinsOld, { as: asBot, params: { channel_id: ids.general } });
  expect(old.body.map(({ id }) => id)).toEqual([c, a, b]);
});

test("pins of the same instant keep their order, each on one page", async () => {
  const { send, pin, pins } = await aPinScene("PIN_MESSAGES");
  const sent: string[] = [];
  for (const content of ["a", "b", "c"]) sent.push((await send({ content })).body.id);
  const [a = "", b = "", c = ""] = sent;
  for (const id of [b, c, a]) await pin(id);
  const found: string[] = [];
  let before: string | undefined;
  for (let isMore = true; isMore;) {
    const { items, has_more } = (
      await pins({ limit: 1, ...(before === undefined ? {} : { before }) })
    ).body;
    found.push(...items.map(({ message }) => message.id));
    // Dates of client libraries have only milliseconds.
    before = new Date(items.at(-1)?.pinned_at ?? "").toISOString();
    isMore = has_more;
  }
  expect(found).toEqual([a, c, b]);
});

test("both endpoints pin and unpin", async () => {
  const { send, call, at, pins } = await aPinScene("PIN_MESSAGES");
  const { id } = (await send({ content: "x" })).body;
  expect((await call(pinMessageOld, at(id))).status).toBe(204);
  expect((await pins()).body.items).toHaveLength(1);
  expect((await call(unpinMessageOld, at(id))).status).toBe(204);
  expect((await pins()).body.items).toHaveLength(0);
});

// Proves requirement 9 "PIN_MESSAGES"
test("MANAGE_MESSAGES allows pinning only until the permission was split", async () => {
  const { send, pin, unpin, clock } = await aPinScene("MANAGE_MESSAGES");
  const { id } = (await send({ content: "x" })).body;
  expect([codeOf(await pin(id)), codeOf(await unpin(id))]).toEqual([50013, 50013]);
  const day = parseTimestamp(permissionSplits.PIN_MESSAGES.from) ?? 0;
  await clock.moveTo(day);
  expect(codeOf(await pin(id))).toBe(50013);
  await clock.moveTo(day - 1);
  expect((await pin(id)).status).toBe(204);
});

test("the owner can pin, users without the permission cannot", async () => {
  const { send, pin } = await aPinScene();
  const { id } = (await send({ content: "x" })).body;
  expect(codeOf(await pin(id, { as: asBob }))).toBe(50013);
  expect((await pin(id, { as: asAlice })).status).toBe(204);
});

test("system messages and unknown messages cannot be pinned", async () => {
  const { send, pin, store } = await aPinScene("PIN_MESSAGES");
  await pin((await send({ content: "x" })).body.id);
  const system = await store.read(async (tx) => (await tx.find(messages)).at(-1));
  expect(system?.type).toBe(6);
  expect(codeOf(await pin(system?.id ?? ""))).toBe(50021);
  expect(codeOf(await pin("1"))).toBe(10008);
  expect(codeOf(await pin("1", { channel: ids.forum }))).toBe(50008);
});

test("a channel has a limit of pins", async () => {
  const { pin, seed } = await aPinScene("PIN_MESSAGES");
  const pinnedAt = "2026-03-01T00:00:00.000000+00:00";
  const idOf = (i: number) => `50000000000000${1000 + i}`;
  const max = limits.pinsPerChannel.value;
  await seed((tx) => {
    for (let i = 0; i < max; i++) {
      tx.put(messages, aMessage(idOf(i), { channel_id: ids.general, pinned: true, pinnedAt }));
    }
    tx.put(messages, aMessage(idOf(max), { channel_id: ids.general }));
  });
  expect(await pin(idOf(max))).toMatchObject({
    status: 400,
    body: { code: 30003, message: "Maximum number of pins reached (250)" },
  });
});

test("a bot without READ_MESSAGE_HISTORY sees no pins", async () => {
  const scene = await aMessageScene({
    granted: ["VIEW_CHANNEL", "SEND_MESSAGES", "PIN_MESSAGES"],
    handlers: pinHandlers,
  });
  const params = { channel_id: ids.general };
  const { id } = (await scene.send({ content: "x" })).body;
  await scene.call(pinMessage, { as: asBot, params: { ...params, message_id: id } });
  expect((await scene.call(listPins, { as: asBot, params })).body.items).toEqual([]);
  expect((await scene.call(listPins, { as: asBob, params })).body.items).toHaveLength(1);
});

// Proves requirement 9 "BYPASS_SLOWMODE"
test("MANAGE_MESSAGES bypasses slowmode only until the permission was split", async () => {
  const { send, clock } = await aPinScene("MANAGE_MESSAGES");
  const day = parseTimestamp(permissionSplits.BYPASS_SLOWMODE.from) ?? 0;
  const write = () => send({ content: "x" }, { as: asBob, channel: ids.slow });
  await clock.moveTo(day - 10_000);
  expect([codeOf(await write()), codeOf(await write())]).toEqual([undefined, undefined]);
  await clock.moveTo(day);
  expect([codeOf(await write()), codeOf(await write())]).toEqual([undefined, 20016]);
});
