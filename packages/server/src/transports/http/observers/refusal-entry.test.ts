// The header of a refusal that names its journal entry.
import { expect, test } from "vitest";
import { type TestService } from "../../../testing/start-service.ts";
import { aServiceOfTest } from "../../../testing/service-of-test.ts";

const HEADER = "x-antechamber-entry";
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
  const service = await aServiceOfTest();
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
  const service = await aServiceOfTest();
  const body = JSON.stringify({ content: "x".repeat(100_000) });
  const answer = await service.call("POST /channels/1/messages", { auth: "Bot nobody", body });
  const entry = await service.control(`GET /journal/${answer.headers.get(HEADER) ?? ""}`);
  expect([answer.status, entry.at("status")]).toEqual([401, 401]);
});

test.each([
  ["an unknown path", "GET /api/v10/nowhere", [404, "NotFound"]],
  ["another method", "PUT /api/v10/users/@me", [405, "MethodNotAllowed"]],
  ["another version of the API", "GET /api/v8/users/@me", [400, "InvalidApiVersion"]],
  ["an unknown path of the control plane", "POST /control/v1/nowhere", [404, "NotFound"]],
  // Too long to have arrived with its head.
  ["a long body to an unknown path", "POST /api/v10/nowhere", [404, "NotFound"], 2_000_000],
])(
  "the entry of a call of %s has the declared error",
  async (_, call, [status, name], bytes = 0) => {
    const service = await aServiceOfTest();
    const [method = "", path = ""] = call.split(" ");
    const request = bytes === 0 ? { method } : { method, body: "x".repeat(bytes) };
    const answer = await fetch(`${service.url}${path}`, request);
    const entry = answer.headers.get(HEADER) ?? "";
    const whole = await service.control(`GET /journal/${entry}`);
    expect(whole.body).toMatchObject({ status, refusal: { step: "route", error: { name } } });
    const refusals = (await service.control("GET /journal?kind=refusal")).at("items");
    expect(refusals).toMatchObject([{ cause: entry, status }]);
  },
);

test("the entry of a call with too many wrong keys says for how long", async () => {
  const service = await aServiceOfTest({ limits: "production" });
  const request = { method: "POST", headers: { authorization: "Control wrong" } };
  const call = () => fetch(`${service.url}/control/v1/users`, request);
  let answer = await call();
  while (answer.status === 401) answer = await call();
  const entry = await service.control(`GET /journal/${answer.headers.get(HEADER) ?? ""}`);
  const seconds = ((await answer.json()) as { retry_after: number }).retry_after;
  expect(entry.body).toMatchObject({
    name: "control.users.create",
    status: 429,
    refusal: { step: "guards", error: { name: "RateLimited" }, needs: { seconds } },
  });
});

test("a page on loopback may read the header", async () => {
  const service = await aServiceOfTest();
  const headers = { origin: "http://127.0.0.1:3000" };
  const answer = await service.call("GET /users/@me", { headers });
  const readable = answer.headers.get("access-control-expose-headers")?.toLowerCase().split(", ");
  expect(readable).toContain(HEADER);
});

test("an answer that is not a refusal names no entry", async () => {
  const service = await aServiceOfTest();
  const answer = await service.asBot("POST /lobbies", {});
  expect([answer.status, answer.headers.get(HEADER)]).toEqual([201, null]);
});

test("no entry is named without a journal or in production mode", async () => {
  const unwritten = await aServiceOfTest({ settings: { isJournalOff: true } });
  const refused = await unwritten.asBot("GET /lobbies/1");
  const production = await aServiceOfTest({ production: true });
  const there = await production.asBot("GET /lobbies/1");
  expect((await production.control(`GET /journal?name=lobbies.get`)).at("items", 0, "status")).toBe(
    404,
  );
  expect([refused.status, refused.headers.get(HEADER)]).toEqual([404, null]);
  expect([there.status, there.headers.get(HEADER)]).toEqual([404, null]);
});
