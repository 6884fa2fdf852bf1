import { createApplicationAttachment } from "@antechamber/contract/messages";
import { expect, test } from "vitest";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { anApplication } from "../../testing/records.ts";
import { applications } from "../applications/application.ts";
import { applicationAttachmentHandlers } from "./application-attachments.ts";
import { attachments } from "./files/attachment.ts";

const mine = "200000000000000001";
const as = { kind: "bot", application_id: mine } as const;
const params = { application_id: mine };
const aPart = (field: string, bytes = new TextEncoder().encode("hello")) => ({
  field,
  filename: "hello.txt",
  contentType: "text/plain",
  bytes,
});

async function aScene() {
  const calls = await openHandlerCalls(applicationAttachmentHandlers);
  const owner_id = "100000000000000001";
  await calls.seed((tx) => tx.put(applications, anApplication(mine, { owner_id })));
  const send = (file: ReturnType<typeof aPart>, caller: object = as) =>
    calls.call(createApplicationAttachment, {
      as: caller as typeof as,
      params,
      body: {},
      files: [file],
    });
  return { ...calls, send };
}

test("a file is deleted after a day", async () => {
  const { send, store, clock } = await aScene();
  const { status, body } = await send(aPart("file"));
  expect([status, body.attachment]).toMatchObject([
    200,
    { filename: "hello.txt", size: 5, ephemeral: true },
  ]);
  expect(body.attachment.url).toContain(`/${mine}/${body.attachment.id}/hello.txt?`);
  const count = () => store.read((tx) => tx.count(attachments));
  await clock.moveTo(clock.now() + 86_399_999);
  expect(await count()).toBe(1);
  await clock.moveTo(clock.now() + 1);
  expect(await count()).toBe(0);
});

test("a form without the file, a large file and another application are refused", async () => {
  const { send } = await aScene();
  expect(await send(aPart("files[0]"))).toMatchObject({
    status: 400,
    body: { errors: { file: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] } } },
  });
  const large = new Uint8Array(10 * 1024 * 1024 + 1);
  expect((await send(aPart("file", large))).status).toBe(413);
  const other = { kind: "bot", application_id: "7" };
  expect((await send(aPart("file"), other)).body).toMatchObject({ code: 20012 });
});
