// Searches the bytes of the store's files for deleted data and for secrets.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "./platform/sqlite/store.ts";
import type { Store } from "./platform/store.ts";
import { tables } from "./tables.ts";
import { emittedFacts } from "./testing/emitted-facts.ts";
import { aService, demo, type TestService } from "./testing/start-service.ts";

let directory: string;
let store: Store;
let service: TestService;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "antechamber-forgetting-"));
  store = await openSqliteStore({ file: join(directory, "data.db"), tables });
  service = await aService({ store, frozen: true });
});
afterEach(async () => {
  await service.stop();
  await store.close();
  rmSync(directory, { recursive: true });
});

/** The bytes of all the store's files, write-ahead log included. */
function bytes(): string {
  return readdirSync(directory)
    .map((name) => readFileSync(join(directory, name), "latin1"))
    .join("");
}

/** Which of the texts are in there, in any case or as base64. */
function found(texts: readonly string[]): string[] {
  const all = bytes();
  const lower = all.toLowerCase();
  return texts.filter(
    (text) => lower.includes(text.toLowerCase()) || all.includes(btoa(text).slice(0, -4)),
  );
}

const messagesPath = `/channels/${demo.generalId}/messages`;

test("deleted messages, their words and their files are gone once they need not be kept", async () => {
  const sent: { id: string; text: string; file: string }[] = [];
  for (let nth = 0; nth < 60; nth += 1) {
    const text = `plantedtext${nth}x`;
    const file = `planted file ${nth} with some bytes`;
    const form = new FormData();
    const embeds = [{ title: `plantedtitle${nth}x` }];
    form.append("payload_json", JSON.stringify({ content: `${text} among others`, embeds }));
    form.append("files[0]", new Blob([file]), `plantedname${nth}x.txt`);
    const answer = await service.asBot(`POST ${messagesPath}`, form);
    sent.push({ id: answer.id, text, file });
  }
  const texts = sent.flatMap(({ text, file }) => [text, file]);
  expect(found(texts)).toEqual(texts);
  for (const { id } of sent) await service.asBot(`DELETE ${messagesPath}/${id}`);
  await service.control("PATCH /clock", { advance: "PT15M" });
  expect(found([...texts, "plantedtitle", "plantedname"])).toEqual([]);
});

test("answers outlive what they answer without its text, and without what it was edited from", async () => {
  const first = await service.asBot(`POST ${messagesPath}`, { content: "planted question" });
  const second = await service.asBot(`POST ${messagesPath}`, { content: "planted draft" });
  const answerTo = (message_id: string) =>
    service.asBot(`POST ${messagesPath}`, {
      content: "an answer",
      message_reference: { message_id },
    });
  const answers = [await answerTo(first.id), await answerTo(second.id)];
  expect(answers.map((each) => each.at("referenced_message", "content"))).toEqual([
    "planted question",
    "planted draft",
  ]);
  await service.asBot(`DELETE ${messagesPath}/${first.id}`);
  await service.asBot(`PATCH ${messagesPath}/${second.id}`, { content: "the final text" });
  await service.control("PATCH /clock", { advance: "PT15M" });
  const [orphan, other] = await Promise.all(
    answers.map(({ id }) => service.asBot(`GET ${messagesPath}/${id}`)),
  );
  expect(orphan?.at("referenced_message")).toBeNull();
  expect(orphan?.at("message_reference", "message_id")).toBe(first.id);
  expect(other?.at("referenced_message", "content")).toBe("the final text");
  expect(found(["planted"])).toEqual([]);
});

test("edited texts, ephemeral answers and direct messages are gone as well", async () => {
  const facts = emittedFacts(store);
  const edited = await service.asBot(`POST ${messagesPath}`, { content: "planted before" });
  await service.asBot(`PATCH ${messagesPath}/${edited.id}`, { content: "after" });
  const direct = await service.asUser(demo.aliceToken, "POST /users/@me/channels", {
    recipient_id: demo.applicationId,
  });
  const letter = await service.asUser(demo.aliceToken, `POST /channels/${direct.id}/messages`, {
    content: "planted letter",
  });
  const commands = await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    { name: "ping", description: "p" },
  ]);
  await service.asUser(demo.aliceToken, "POST /interactions", {
    type: 2,
    application_id: demo.applicationId,
    guild_id: demo.guildId,
    channel_id: demo.generalId,
    session_id: "s",
    data: { id: commands.at(0, "id"), name: "ping", type: 1 },
  });
  const sent = facts.all.find(
    ({ name, scope }) => name === "INTERACTION_CREATE" && scope.kind === "application",
  );
  const { id = "", token = "" } = (sent?.payload ?? {}) as { id?: string; token?: string };
  const answered = await service.call(`POST /interactions/${id}/${token}/callback`, {
    body: { type: 4, data: { content: "planted answer", flags: 64 } },
  });
  expect(answered.status).toBe(204);
  expect(found([token])).toEqual([]);
  expect(found(["planted letter", "planted answer"])).toHaveLength(2);
  await service.call(`DELETE /webhooks/${demo.applicationId}/${token}/messages/@original`);
  await service.asUser(demo.aliceToken, `DELETE /channels/${direct.id}/messages/${letter.id}`);
  await service.control("PATCH /clock", { advance: "PT15M" });
  expect(found(["planted"])).toEqual([]);
});

test("tokens that go out with events never lie there", async () => {
  const facts = emittedFacts(store);
  await service.control("POST /users/alice/invoke", { application: "Concierge", wait: 1 });
  await service.control("PATCH /users/alice", { email: "planted@mail.example" });
  await service.control("PATCH /users/alice", { email: null });
  await service.control("PATCH /clock", { advance: "PT15M" });
  const payloads = JSON.stringify(facts.all.map(({ payload }) => payload));
  const tokens = [...payloads.matchAll(/"token":"([^"]{40,})"/g)].map(([, token = ""]) => token);
  expect(found([...tokens, "planted@mail"])).toEqual([]);
});

test("a world that is reset leaves nothing of the one before", async () => {
  await service.asBot(`POST ${messagesPath}`, { content: "planted world" });
  await service.control("POST /world/reset");
  await service.control("PATCH /clock", { frozen: true, advance: "PT15M" });
  expect(found(["planted world"])).toEqual([]);
});
