import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService();
});

afterAll(() => service.stop());

interface Sent {
  readonly name: string;
  readonly type?: string;
  readonly content?: string;
}

/** Sends a file as the bot, and gives the attachment. */
async function send({ name, type = "", content = "hello" }: Sent) {
  const form = new FormData();
  form.append("files[0]", new Blob([content], { type }), name);
  const answer = await service.asBot(`POST /channels/${demo.generalId}/messages`, form);
  expect(answer.status).toBe(200);
  return answer.at("attachments", 0) as { id: string; filename: string; url: string };
}

test("a file comes back as it was sent", async () => {
  const { url, filename } = await send({ name: "notes.txt", content: "grüße" });
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([200, "grüße"]);
  expect(filename).toBe("notes.txt");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": 'attachment; filename="notes.txt"',
    "content-length": "7",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "access-control-allow-origin": "*",
  });
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test.each([
  ["a.png", "image/png", "image/png", "inline"],
  ["a.mp3", "audio/mpeg", "audio/mpeg", "inline"],
  ["a.webm", "video/webm", "video/webm", "inline"],
  ["a.html", "text/html", "application/octet-stream", "attachment"],
  ["a.svg", "image/svg+xml", "application/octet-stream", "attachment"],
  ["a.xhtml", "application/xhtml+xml", "application/octet-stream", "attachment"],
  ["a.pdf", "application/pdf", "application/octet-stream", "attachment"],
  ["a.js", "text/javascript", "application/octet-stream", "attachment"],
  ["a.png", "text/html", "application/octet-stream", "attachment"],
  ["a", "", "application/octet-stream", "attachment"],
])("%s sent as %j is served as %s, %s", async (name, ...[type, servedType, disposition]) => {
  const { url } = await send({ name, type, content: "<script>alert(1)</script>" });
  const response = await fetch(url);
  expect(response.headers.get("content-type")).toBe(servedType);
  expect(response.headers.get("content-disposition")).toBe(`${disposition}; filename="${name}"`);
});

test.each(['a"b.txt', "a\u0000b.txt", "../a.txt", "a b;c.txt", "%41.txt", "文件.txt", ".."])(
  "a file of the name %j is found under the one that it is given",
  async (name) => {
    const { url, filename } = await send({ name });
    expect(filename).toMatch(/^[\w.-]+$/);
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, "hello"]);
  },
);

test("the address needs no signature, and every other part of it", async () => {
  const { id, filename, url } = await send({ name: "notes.txt" });
  const base = `${service.url}/cdn/attachments`;
  expect((await fetch(url.replace(/\?.*/, ""))).status).toBe(200);
  for (const path of [
    `${demo.voiceId}/${id}/${filename}`,
    `${demo.generalId}/${id}/other.txt`,
    `${demo.generalId}/${demo.generalId}/${filename}`,
    `${demo.generalId}/nonsense/${filename}`,
    `${demo.generalId}/${"9".repeat(400)}/${filename}`,
    `${demo.generalId}/${id}/%00`,
    `${demo.generalId}/${id}/..%2f..%2fetc%2fpasswd`,
  ]) {
    const response = await fetch(`${base}/${path}`);
    expect([path, response.status]).toEqual([path, 404]);
  }
});

test("a deleted message's file is gone", async () => {
  const form = new FormData();
  form.append("files[0]", new Blob(["only here"]), "a.txt");
  const route = `/channels/${demo.generalId}/messages`;
  const sent = await service.asBot(`POST ${route}`, form);
  const { url } = sent.at("attachments", 0) as { url: string };
  await service.asBot(`DELETE ${route}/${sent.id}`);
  // What nobody has any more is taken away by a job, at the same instant of the service's clock.
  await service.control("PATCH /clock", { frozen: true, advance: "PT1S" });
  expect((await fetch(url)).status).toBe(404);
  await service.control("PATCH /clock", { frozen: false });
});

test("files over their limits are refused", async () => {
  const route = `/channels/${demo.generalId}/messages`;
  const large = new FormData();
  large.append("files[0]", new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]), "large.bin");
  const refused = await service.asBot(`POST ${route}`, large);
  expect([refused.status, refused.at("code")]).toEqual([413, 40005]);
  const many = new FormData();
  for (let i = 0; i < 11; i++) many.append(`files[${i}]`, new Blob(["x"]), `${i}.txt`);
  const tooMany = await service.asBot(`POST ${route}`, many);
  expect([tooMany.status, tooMany.at("code")]).toEqual([400, 50035]);
  const ten = new FormData();
  for (let i = 0; i < 10; i++) ten.append(`files[${i}]`, new Blob(["x"]), `${i}.txt`);
  const full = await service.asBot(`POST ${route}`, ten);
  expect(full.status).toBe(200);
  const more = new FormData();
  more.append("files[0]", new Blob(["x"]), "x.txt");
  const eleventh = await service.asBot(`PATCH ${route}/${full.id}`, more);
  expect([eleventh.status, eleventh.at("errors", "attachments", "_errors", 0, "code")]).toEqual([
    400,
    "BASE_TYPE_MAX_LENGTH",
  ]);
});

test("a file of the full size comes back whole", async () => {
  const bytes = new Uint8Array(10 * 1024 * 1024).fill(7);
  const form = new FormData();
  form.append("files[0]", new Blob([bytes]), "full.bin");
  const sent = await service.asBot(`POST /channels/${demo.generalId}/messages`, form);
  const response = await fetch((sent.at("attachments", 0) as { url: string }).url);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
});
