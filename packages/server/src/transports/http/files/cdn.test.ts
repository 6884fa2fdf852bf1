import { limits } from "@antechamber/contract";
import fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileKeys } from "../../../domains/messages/files/file-addresses.ts";
import { pictureSize } from "../../../domains/messages/files/attachment.ts";
import { nextTurn } from "../../../platform/async/event-loop.ts";
import { headOf, openSocket } from "../../../testing/clients/raw-http.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import { mountCdn } from "./cdn.ts";
import { refuse } from "../replies/responses.ts";
import { serverOptions } from "../server-options.ts";

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

/** Sends a file as the bot, and returns the attachment. */
async function send({ name, type = "", content = "hello" }: Sent) {
  const form = new FormData();
  form.append("files[0]", new Blob([content], { type }), name);
  const answer = await service.asBot(`POST /channels/${demo.generalId}/messages`, form);
  expect(answer.status).toBe(200);
  return answer.at("attachments", 0) as { id: string; filename: string; url: string };
}

test("a file is downloaded as it was uploaded", async () => {
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
])("%s, uploaded as %j, is served as %s, %s", async (name, ...[type, servedType, disposition]) => {
  const { url } = await send({ name, type, content: "<script>alert(1)</script>" });
  const response = await fetch(url);
  expect(response.headers.get("content-type")).toBe(servedType);
  expect(response.headers.get("content-disposition")).toBe(`${disposition}; filename="${name}"`);
});

test.each(['a"b.txt', "a\u0000b.txt", "../a.txt", "a b;c.txt", "%41.txt", "文件.txt", ".."])(
  "a file with the name %j is found under the name that it was given",
  async (name) => {
    const { url, filename } = await send({ name });
    expect(filename).toMatch(/^[\w.-]+$/);
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, "hello"]);
  },
);

test("a file's URL requires its signature and each of its other parts", async () => {
  const { id, filename, url } = await send({ name: "notes.txt" });
  const base = `${service.url}/cdn/attachments`;
  const [bare = "", query = ""] = url.split("?");
  const fields = Object.fromEntries(new URLSearchParams(query));
  const { ex = "", is = "", hm = "" } = fields;
  for (const wrong of [
    {},
    { ex, is },
    { ex, is, hm: "" },
    { ex, is, hm: hm.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) },
    { ex: (parseInt(ex, 16) + 1).toString(16), is, hm },
    { ex, is: (parseInt(is, 16) - 1).toString(16), hm },
    { ex: "", is, hm },
    { ex: `${ex}zz`, is, hm },
  ]) {
    const response = await fetch(`${bare}?${new URLSearchParams(wrong).toString()}`);
    expect([wrong, response.status]).toEqual([wrong, 404]);
  }
  expect((await fetch(`${url}&hm=${hm}`)).status).toBe(404);
  expect((await fetch(`${url}&width=100`)).status).toBe(200);
  for (const path of [
    `${demo.voiceId}/${id}/${filename}`,
    `${demo.generalId}/${id}/other.txt`,
    `${demo.generalId}/${demo.generalId}/${filename}`,
    `${demo.generalId}/nonsense/${filename}`,
    `${demo.generalId}/${"9".repeat(400)}/${filename}`,
    `${demo.generalId}/${id}/%00`,
    `${demo.generalId}/${id}/..%2f..%2fetc%2fpasswd`,
  ]) {
    const response = await fetch(`${base}/${path}?${query}`);
    expect([path, response.status]).toEqual([path, 404]);
  }
});

test("a file's URL expires after a day, and reading the message again returns a new one", async () => {
  const route = `/channels/${demo.generalId}/messages`;
  const form = new FormData();
  form.append("files[0]", new Blob(["hello"]), "day.txt");
  const sent = await service.asBot(`POST ${route}`, form);
  const shownUrl = async () =>
    (await service.asBot(`GET ${route}/${sent.id}`)).at("attachments", 0, "url") as string;
  await service.control("PATCH /clock", { frozen: true });
  const first = await shownUrl();
  await service.control("PATCH /clock", { advance: "PT23H59M" });
  expect((await fetch(first)).status).toBe(200);
  await service.control("PATCH /clock", { advance: "PT2M" });
  expect((await fetch(first)).status).toBe(404);
  const second = await shownUrl();
  expect((await fetch(second)).status).toBe(200);
  await service.control("PATCH /clock", { frozen: false });
});

test("a file's id has its time, and reveals no neighbouring ids", async () => {
  const files = await Promise.all(
    Array.from({ length: 20 }, (_, i) => send({ name: `${i}.txt`, content: `${i}` })),
  );
  const low = files.map(({ id }) => Number(BigInt(id) & 0x3fffffn));
  expect(new Set(low).size).toBe(20);
  // Sequential ids would all be small.
  expect(Math.max(...low)).toBeGreaterThan(100_000);
  const times = files.map(({ id }) => Number(BigInt(id) >> 22n) + 1_420_070_400_000);
  for (const time of times) expect(Math.abs(time - service.clock.now())).toBeLessThan(60_000);
});

test.each<[string, string, number, string | undefined, string]>([
  ["the first bytes", "bytes=0-3", 206, "bytes 0-3/10", "0123"],
  ["a single byte", "bytes=9-9", 206, "bytes 9-9/10", "9"],
  ["the rest", "bytes=4-", 206, "bytes 4-9/10", "456789"],
  ["the last bytes", "bytes=-3", 206, "bytes 7-9/10", "789"],
  ["more than there is", "bytes=5-99", 206, "bytes 5-9/10", "56789"],
  ["more of the end than there is", "bytes=-99", 206, "bytes 0-9/10", "0123456789"],
  ["what comes after the end", "bytes=10-", 416, "bytes */10", "The file has no such part."],
  ["nothing of the end", "bytes=-0", 416, "bytes */10", "The file has no such part."],
  ["several parts", "bytes=0-1,3-4", 200, undefined, "0123456789"],
  ["a part that ends before it begins", "bytes=4-2", 200, undefined, "0123456789"],
  ["nonsense", "lines=1-2", 200, undefined, "0123456789"],
])("a range of a file can be requested: %s", async (_, range, ...[status, contentRange, text]) => {
  const { url } = await send({ name: "ten.txt", content: "0123456789" });
  const response = await fetch(url, { headers: { range } });
  expect([response.status, await response.text()]).toEqual([status, text]);
  expect(response.headers.get("content-range") ?? undefined).toBe(contentRange);
});

test("a range is read across the stored chunks of a file", async () => {
  const content = Array.from({ length: 60_000 }, (_, i) => i.toString(36)).join(" ");
  const { url } = await send({ name: "long.txt", content });
  for (const [from, to] of [
    [0, 0],
    [65_530, 65_545],
    [65_536, 65_536],
    [100_000, 200_000],
    [131_071, 131_072],
  ] as const) {
    const response = await fetch(url, { headers: { range: `bytes=${from}-${to}` } });
    expect([response.status, await response.text()]).toEqual([206, content.slice(from, to + 1)]);
  }
  expect(await (await fetch(url)).text()).toBe(content);
});

test("a file that the client has cached is not sent again", async () => {
  const { url } = await send({ name: "same.txt", content: "same" });
  const etag = (await fetch(url)).headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  const answered = async (headers: Record<string, string>) => {
    const response = await fetch(url, { headers });
    return [response.status, await response.text()];
  };
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    expect(await answered({ "if-none-match": known })).toEqual([304, ""]);
  }
  expect(await answered({ "if-none-match": '"other"' })).toEqual([200, "same"]);
  expect(await answered({ range: "bytes=0-0", "if-range": etag })).toEqual([206, "s"]);
  expect(await answered({ range: "bytes=0-0", "if-range": '"other"' })).toEqual([200, "same"]);
  const bare = url.replace(/\?.*/, "");
  expect((await fetch(bare, { headers: { "if-none-match": etag } })).status).toBe(404);
});

test("HEAD of a file has its length, and an empty file is empty", async () => {
  const { url } = await send({ name: "ten.txt", content: "0123456789" });
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
  const empty = await send({ name: "empty.txt", content: "" });
  const response = await fetch(empty.url);
  expect([response.status, await response.text()]).toEqual([200, ""]);
});

test("a world that is reset keeps its signing key", async () => {
  const other = await aService();
  try {
    const key = () => other.store.read((tx) => tx.find(fileKeys));
    const before = await key();
    await other.control("POST /world/reset");
    expect(before).toHaveLength(1);
    expect(await key()).toEqual(before);
  } finally {
    await other.stop();
  }
});

test("an embed that is sent back with its file's URL keeps the file", async () => {
  const route = `/channels/${demo.generalId}/messages`;
  const form = new FormData();
  form.append(
    "payload_json",
    JSON.stringify({ embeds: [{ image: { url: "attachment://a.png" } }] }),
  );
  form.append("files[0]", new Blob(["a picture"], { type: "image/png" }), "a.png");
  const sent = await service.asBot(`POST ${route}`, form);
  const url = sent.at("embeds", 0, "image", "url") as string;
  const edited = await service.asBot(`PATCH ${route}/${sent.id}`, {
    embeds: [{ title: "Again", image: { url } }],
  });
  const imageUrl = edited.at("embeds", 0, "image", "url") as string;
  expect(edited.at("attachments")).toEqual([]);
  expect([(await fetch(imageUrl)).status, imageUrl.split("?")[0]]).toEqual([
    200,
    url.split("?")[0],
  ]);
});

test.each([0, 1, 2, 3, 4, 5])("the default avatar %i is an image", async (n) => {
  const response = await fetch(`${service.url}/cdn/embed/avatars/${n}.png`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(pictureSize(bytes)).toEqual({ width: 128, height: 128 });
  expect(bytes.byteLength).toBeLessThan(1000);
});

test("there are six default avatars", async () => {
  expect((await fetch(`${service.url}/cdn/embed/avatars/6.png`)).status).toBe(404);
});

test("guessed URLs are blocked after a while, and valid ones still work", async () => {
  const limited = await aService({ limits: "production" });
  try {
    const form = new FormData();
    form.append("files[0]", new Blob(["hello"]), "a.txt");
    const sent = await limited.asBot(`POST /channels/${demo.generalId}/messages`, form);
    const url = sent.at("attachments", 0, "url") as string;
    const guess = async (path: string) => (await fetch(`${limited.url}/cdn/${path}`)).status;
    for (let i = 0; i < limits.fileMisses.value; i += 1) {
      expect(await guess(i % 2 === 0 ? `attachments/1/${i}/a.png` : `icons/1/${i}.png`)).toBe(404);
    }
    expect(await guess("attachments/1/2/a.png")).toBe(429);
    expect(await guess("icons/1/2.png")).toBe(429);
    expect((await fetch(url)).status).toBe(200);
    await limited.control("PATCH /clock", { frozen: true, advance: "PT1M" });
    expect(await guess("icons/1/2.png")).toBe(404);
  } finally {
    await limited.stop();
  }
});

test.each([
  ["it is looked for", 0],
  ["its first bytes are read", 1],
])("a client that disconnects while %s causes no error", async (_when, at) => {
  const file = { digest: "0", size: 5, filename: "a.txt", content_type: "text/plain" };
  const [requests, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const answers = [Promise.resolve(file), new Promise(() => undefined)];
  if (at === 0) answers[0] = found.promise.then(() => file);
  const read = () => {
    if (answers.length === 2 - at) requests.resolve();
    return answers.shift();
  };
  const failures: unknown[] = [];
  const closed = Promise.withResolvers<void>();
  const app = fastify({ http: serverOptions(() => undefined) });
  app.addHook("onRequest", (request, _reply, done) => {
    request.world = { work: { read }, clock: { after: () => () => undefined } } as never;
    request.raw.socket.once("close", closed.resolve);
    done();
  });
  app.setErrorHandler((error, _request, reply) => refuse(reply, error, () => failures.push(error)));
  mountCdn(app);
  const socket = await openSocket(await app.listen({ host: "127.0.0.1", port: 0 }));
  socket.write(headOf("GET /cdn/attachments/1/2/a.txt"));
  await requests.promise;
  socket.resetAndDestroy();
  await closed.promise;
  found.resolve();
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  await app.close();
  expect(failures).toEqual([]);
});

test("the file of a deleted message is deleted", async () => {
  const form = new FormData();
  form.append("files[0]", new Blob(["only here"]), "a.txt");
  const route = `/channels/${demo.generalId}/messages`;
  const sent = await service.asBot(`POST ${route}`, form);
  const { url } = sent.at("attachments", 0) as { url: string };
  await service.asBot(`DELETE ${route}/${sent.id}`);
  // A job deletes unreferenced files, at the same instant of the service's clock.
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
  expect([eleventh.status, eleventh.at("code")]).toEqual([400, 30015]);
});

test("a file of the maximum size is downloaded completely", async () => {
  const bytes = new Uint8Array(10 * 1024 * 1024).fill(7);
  const form = new FormData();
  form.append("files[0]", new Blob([bytes]), "full.bin");
  const sent = await service.asBot(`POST /channels/${demo.generalId}/messages`, form);
  const response = await fetch((sent.at("attachments", 0) as { url: string }).url);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
});
