// The header of a refusal that names its journal entry.
import { afterEach, expect, test } from "vitest";
import { aService, type TestService } from "../../../testing/start-service.ts";

const HEADER = "x-antechamber-entry";
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function started(options: Parameters<typeof aService>[0] = {}): Promise<TestService> {
  const service = await aService(options);
  stops.push(() => service.stop());
  return service;
}

test.each([
  [401, "users.me", (service: TestService) => service.call("GET /users/@me")],
  [404, "lobbies.get", (service: TestService) => service.asBot("GET /lobbies/1")],
  [
    400,
    "lobbies.create",
    (service: TestService) => service.asBot("POST /lobbies", { metadata: 1 }),
  ],
  [
    404,
    "control.users.edit",
    (service: TestService) => service.control("PATCH /users/nobody", { global_name: "x" }),
  ],
])("a %i of %s names the entry with the reason", async (status, name, call) => {
  const service = await started();
  const answer = await call(service);
  expect(answer.status).toBe(status);
  const entry = answer.headers.get(HEADER) ?? "";
  const whole = await service.control(`GET /journal/${entry}`);
  expect(whole.body).toMatchObject({ kind: "request", name, status, refusal: {} });
  // The id also finds the trace, which ends with the refusal.
  const trace = (await service.control(`GET /traces/${entry}`)).at("items") as { kind: string }[];
  expect(trace.map(({ kind }) => kind)).toContain("refusal");
});

test("a call that is refused before its body was read names its entry as well", async () => {
  const service = await started();
  const body = JSON.stringify({ content: "x".repeat(100_000) });
  const answer = await service.call("POST /channels/1/messages", { auth: "Bot nobody", body });
  const entry = await service.control(`GET /journal/${answer.headers.get(HEADER) ?? ""}`);
  expect([answer.status, entry.at("status")]).toEqual([401, 401]);
});

test("a page on loopback may read the header", async () => {
  const service = await started();
  const headers = { origin: "http://127.0.0.1:3000" };
  const answer = await service.call("GET /users/@me", { headers });
  const readable = answer.headers.get("access-control-expose-headers")?.toLowerCase().split(", ");
  expect(readable).toContain(HEADER);
});

test("an answer that is not a refusal names no entry", async () => {
  const service = await started();
  const answer = await service.asBot("POST /lobbies", {});
  expect([answer.status, answer.headers.get(HEADER)]).toEqual([201, null]);
});

test("no entry is named without a journal or in production mode", async () => {
  const unwritten = await started({ settings: { isJournalOff: true } });
  const refused = await unwritten.asBot("GET /lobbies/1");
  const production = await started({ production: true });
  const there = await production.asBot("GET /lobbies/1");
  expect((await production.control(`GET /journal?name=lobbies.get`)).at("items", 0, "status")).toBe(
    404,
  );
  expect([refused.status, refused.headers.get(HEADER)]).toEqual([404, null]);
  expect([there.status, there.headers.get(HEADER)]).toEqual([404, null]);
});
