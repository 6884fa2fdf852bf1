import { describe, expect, test } from "vitest";
import { post } from "../../testing/component-calls.ts";
import { aCommand, ids, openInteractionCalls } from "../../testing/interaction-calls.ts";

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

describe("a file that comes with an option", () => {
  test("is kept under an id of its own, for the application alone", async () => {
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

  test("must be there", async () => {
    const calls = await open();
    expect(await post(calls, upload())).toMatchObject({
      status: 400,
      body: { errors: { data: { attachments: { 0: {} } } } },
    });
  });

  test("must be spoken of", async () => {
    const calls = await open();
    const answer = await post(calls, upload({ attachments: [] }), { files: [file] });
    const at = { options: { 0: { options: { 0: { value: {} } } } } };
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, errors: { data: at } } });
  });
});
