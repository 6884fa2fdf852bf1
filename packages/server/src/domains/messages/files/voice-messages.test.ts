import type { UploadedFile } from "@antechamber/contract";
import { answerInteraction } from "@antechamber/contract/interactions";
import { MessageFlag } from "@antechamber/contract/messages";
import { expect, test } from "vitest";
import { aFile, aMessageScene, asBob, codeOf } from "../../../testing/calls/message-calls.ts";
import { openInteractionCalls } from "../../../testing/calls/interaction-calls.ts";

const flags = MessageFlag.IS_VOICE_MESSAGE;
const sound = { id: "0", filename: "voice.ogg", duration_secs: 1.5, waveform: "AAAA" };
const granted = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "EMBED_LINKS",
  "ATTACH_FILES",
  "SEND_POLLS",
  "SEND_VOICE_MESSAGES",
] as const;
const ogg = aFile(0, "voice.ogg");

test("a voice message contains one recording with its duration", async () => {
  const { send } = await aMessageScene({ granted });
  const { status, body } = await send({ flags, attachments: [sound] }, { files: [ogg] });
  expect([status, body]).toMatchObject([
    200,
    { flags, content: "", attachments: [{ content_type: "audio/ogg", duration_secs: 1.5 }] },
  ]);
});

const poll = { question: { text: "?" }, answers: [{ poll_media: { text: "a" } }] };

type Case = readonly [what: string, code: number, ...sent: readonly [object, UploadedFile[]]];

test.each<Case>([
  ["words", 50_159, { content: "x" }, [ogg]],
  ["an embed", 50_159, { embeds: [{ title: "x" }] }, [ogg]],
  ["a poll", 50_159, { poll }, [ogg]],
  ["no file", 50_160, { attachments: [] }, []],
  ["two files", 50_160, {}, [ogg, aFile(1, "more.ogg")]],
  ["no sound", 50_160, { attachments: [{ ...sound, filename: "a.txt" }] }, [ogg]],
  ["no length", 50_161, { attachments: [{ id: "0", waveform: "AAAA" }] }, [ogg]],
  ["no shape", 50_161, { attachments: [{ id: "0", duration_secs: 1 }] }, [ogg]],
])("a voice message with %s is refused with %d", async (_, code, ...[body, files]) => {
  const { send } = await aMessageScene({ granted });
  expect(codeOf(await send({ flags, attachments: [sound], ...body }, { files }))).toBe(code);
});

test("a voice message requires a permission, and cannot be edited", async () => {
  const mute = await aMessageScene({ granted: ["VIEW_CHANNEL", "SEND_MESSAGES", "ATTACH_FILES"] });
  const sent = { flags, attachments: [sound] };
  expect(codeOf(await mute.send(sent, { as: asBob, files: [ogg] }))).toBe(50_173);
  const { send, edit } = await aMessageScene({ granted });
  const { body } = await send(sent, { files: [ogg] });
  expect(codeOf(await edit(body.id, { content: "x" }))).toBe(50_162);
});

test("an interaction can be answered with a voice message, which must be complete", async () => {
  const { aPing, call, callback, editOriginal } = await openInteractionCalls({});
  const ping = await aPing();
  expect(codeOf(await callback(ping, { type: 4, data: { flags, content: "x" } }))).toBe(50_159);
  const answered = await call(answerInteraction, {
    as: { kind: "nobody" },
    params: { interaction_id: ping.id, interaction_token: ping.token },
    body: { type: 4, data: { flags, attachments: [sound] } },
    files: [ogg],
  });
  expect(codeOf(answered)).toBeUndefined();
  expect(codeOf(await editOriginal(ping, { content: "x" }))).toBe(50_162);
});
