import { limits } from "@antechamber/contract";
import { submitModal } from "@antechamber/contract/control";
import { describe, expect, test } from "vitest";
import { post } from "../../testing/calls/component-calls.ts";
import { openInteractionCalls, refusal } from "../../testing/calls/interaction-calls.ts";
import { aCommand, ids } from "../../testing/worlds/interaction-world.ts";
import { leavesOf } from "../../testing/calls/message-calls.ts";
import { attachments as keptFiles, fileChunks } from "../messages/files/attachment.ts";

const option = {
  type: 11,
  name: "file",
  name_localizations: null,
  description: "x",
  description_localizations: null,
} as const;
const nest = { ...option, type: 1 as const, name: "add", options: [option] };
const file = {
  field: "files[0]",
  filename: "a.txt",
  contentType: "text/plain",
  bytes: Buffer.from("hello"),
};
const attachments = [{ id: "0", filename: "renamed.txt" }];
const value = { type: 11, name: "file", value: "0" };

const open = () =>
  openInteractionCalls({ commands: [aCommand(ids.ping, { name: "upload", options: [nest] })] });
const upload = (more: object = {}) => ({
  type: 2,
  data: { id: ids.ping, options: [{ name: "add", options: [value] }], attachments, ...more },
});

describe("a file for an option", () => {
  // Proves requirement 2.3 "type 11: attachment"
  test("is stored under its own ID, only for the application", async () => {
    const calls = await open();
    expect(await post(calls, upload(), { files: [file] })).toMatchObject({ status: 204 });
    const { options, resolved } = (await calls.received()).data;
    const id = String(options?.[0]?.options?.[0]?.value);
    expect(id).toMatch(/^\d{17,}$/);
    expect(resolved?.attachments?.[id]).toMatchObject({
      id,
      filename: "renamed.txt",
      size: 5,
      content_type: expect.stringMatching(/^text\/plain/) as string,
      ephemeral: true,
    });
  });

  test("must be uploaded with the request", async () => {
    const calls = await open();
    expect(await post(calls, upload())).toMatchObject({
      status: 400,
      body: { errors: { data: { attachments: { 0: {} } } } },
    });
  });

  test.each([
    [[".txt"], 204],
    [["image", ".TXT"], 204],
    [["audio", ".pdf"], 400],
  ])("with the allowed types %o is answered with %d", async (file_types, status) => {
    const typed = { ...nest, options: [{ ...option, file_types }] };
    const calls = await openInteractionCalls({
      commands: [aCommand(ids.ping, { name: "upload", options: [typed] })],
    });
    const answer = await post(calls, upload(), { files: [file] });
    expect(answer.status).toBe(status);
    const at = "data.options.0.options.0.value: ATTACHMENT_INVALID_FILE_TYPE";
    expect(leavesOf({ body: answer.body ?? {} })).toEqual(status === 204 ? [] : [at]);
  });

  test.each([
    ["photo.JFIF", "application/x-jfif", 204],
    ["clip.qt", "application/octet-stream", 204],
    ["song.opus", "text/plain", 204],
    ["photo.bmp", "image/bmp", 400],
    ["scan.pdf", "image/png", 400],
  ])(
    "is checked by the extension of its name: %s, of type %s",
    async (filename, contentType, status) => {
      const typed = { ...option, file_types: ["image", "video", "audio"] };
      const calls = await openInteractionCalls({
        commands: [aCommand(ids.ping, { name: "upload", options: [typed] })],
      });
      const data = { id: ids.ping, options: [value], attachments: [{ id: "0", filename }] };
      const sent = { ...file, filename, contentType };
      expect(await post(calls, { type: 2, data }, { files: [sent] })).toMatchObject({ status });
    },
  );

  test("must be described in the attachments", async () => {
    const calls = await open();
    const answer = await post(calls, upload({ attachments: [] }), { files: [file] });
    const at = { options: { 0: { options: { 0: { value: {} } } } } };
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, errors: { data: at } } });
  });
});

const flat = () =>
  openInteractionCalls({ commands: [aCommand(ids.ping, { name: "upload", options: [option] })] });
const encoded = {
  filename: "notes.txt",
  data: Buffer.from("the notes").toString("base64"),
  content_type: "text/plain",
};
const command = { application: "Concierge", channel: "general", command: "upload", wait: 0 };

describe("a file in a request to the control plane", () => {
  test.each(["notes.txt", "0"])("is referred to by its name or index: %s", async (name) => {
    const { invoke, received } = await flat();
    await invoke("bob", { ...command, options: { file: name }, attachments: [encoded] });
    const { options, resolved } = (await received()).data;
    const id = String(options?.[0]?.value);
    expect(resolved?.attachments?.[id]).toMatchObject({ filename: "notes.txt", size: 9 });
  });

  test("is refused if it is not uploaded", async () => {
    const { invoke } = await flat();
    const form = { ...command, options: { file: "other.txt" }, attachments: [encoded] };
    expect(await refusal(invoke("bob", form))).toMatchObject({
      code: 50035,
      errors: { options: { file: {} } },
    });
  });

  test("can be the value of a modal's field", async () => {
    const { invoke, received, callback, act } = await openInteractionCalls();
    const { interaction } = await invoke("bob", { ...command, command: "ping" });
    const field = { type: 19, custom_id: "file" };
    const label = { type: 18, label: "File", component: field };
    const modal = { custom_id: "modal", title: "T", components: [label] };
    await callback(await received(), { type: 9, data: modal });
    const fields = { file: "notes.txt" };
    await act(submitModal, "bob", { interaction, fields, attachments: [encoded], wait: 0 });
    const { resolved } = (await received()).data;
    expect(Object.values(resolved?.attachments ?? {})).toMatchObject([{ filename: "notes.txt" }]);
  });
});

test("a user's file is deleted when the interaction's token expires", async () => {
  const { invoke, store, clock } = await flat();
  await invoke("bob", { ...command, options: { file: "0" }, attachments: [encoded] });
  const countStored = () =>
    store.read(async (tx) => [await tx.count(keptFiles), await tx.count(fileChunks)]);
  await clock.moveTo(clock.now() + limits.interactionTokenLife.value - 1);
  expect(await countStored()).toEqual([1, 1]);
  await clock.moveTo(clock.now() + 1);
  expect(await countStored()).toEqual([0, 0]);
});
