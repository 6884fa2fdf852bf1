// What observers of calls receive, and what they do not.
import { endpoints } from "@antechamber/contract";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../../platform/api-error.ts";
import { openLog } from "../../../platform/log.ts";
import {
  aService,
  demo,
  type TestService,
  type TestServiceOptions,
} from "../../../testing/start-service.ts";
import { OBSERVED_BODY_MAX_BYTES, type CallObserver, type EndedCall } from "./call-observer.ts";

const services: TestService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});

async function observed(options: TestServiceOptions & Pick<CallObserver, "keepsBodies"> = {}) {
  const { keepsBodies = false, ...others } = options;
  const calls: EndedCall[] = [];
  const observer = { keepsBodies, ended: (call: EndedCall) => void calls.push(call) };
  const service = await aService({ ...others, settings: { observers: [observer] } });
  services.push(service);
  /** The calls so far; a reply is sent before its observer is called. */
  const callsOf = async (count: number) => {
    await expect.poll(() => calls.length).toBe(count);
    return calls;
  };
  const lastOf = async (count: number) => (await callsOf(count)).at(-1) as EndedCall;
  return { service, callsOf, lastOf };
}

const bot = `Bot ${demo.botToken}`;

test("a successful call has its endpoint, caller, parameters and answer", async () => {
  const { service, lastOf } = await observed();
  const { body } = await service.asUser(
    demo.aliceToken,
    `GET /channels/${demo.generalId}/messages?limit=1`,
  );
  const call = await lastOf(1);
  expect(call).toMatchObject({
    method: "GET",
    url: `/api/v10/channels/${demo.generalId}/messages?limit=1`,
    shownPath: `/api/v10/channels/${demo.generalId}/messages`,
    caller: { kind: "user", user_id: demo.aliceId },
    params: { channel_id: demo.generalId },
    status: 200,
    refusal: undefined,
    requestHeaders: { authorization: demo.aliceToken },
  });
  expect(endpoints).toContain(call.endpoint);
  expect(call.endpoint?.path).toBe("/channels/{channel_id}/messages");
  expect(call.ms).toBeGreaterThan(0);
  expect(JSON.parse(call.responseText ?? "")).toEqual(body);
  expect(call.responseHeaders["access-control-allow-origin"]).toBe("*");
});

/** Calls, each with the step that refuses it and the code. */
const refused: readonly (readonly [string, string, number, Partial<Record<string, unknown>>])[] = [
  ["path", "GET /lobbies/x", 50_035, {}],
  ["authenticate", "GET /users/@me", 0, { auth: "Bot none" }],
  ["auditReason", "GET /users/@me", 50_035, { headers: { "x-audit-log-reason": "" } }],
  ["query", `GET /channels/${demo.generalId}/messages?limit=x`, 50_035, {}],
  ["handler", "GET /lobbies/1", 10_031, {}],
  ["handler", "POST /lobbies", 50_035, { body: { metadata: 1 } }],
];

test.each(refused)("the step %s is named when it refuses %s", async (step, route, code, more) => {
  const { service, lastOf } = await observed();
  const answer = await service.call(route, { auth: bot, ...more });
  const { refusal, status, responseText } = await lastOf(1);
  expect(refusal?.step).toBe(step);
  expect(refusal?.error).toBeInstanceOf(ApiError);
  expect(refusal?.error).toMatchObject({ declaration: { status, code } });
  expect(status).toBe(answer.status);
  expect(JSON.parse(responseText ?? "")).toEqual(answer.body);
  expect(responseText).not.toContain(`"${step}"`);
});

test("rate limits, production mode and tokens in paths name their steps", async () => {
  const { service, callsOf } = await observed({ limits: "production", production: true });
  const unknown = `POST /webhooks/${demo.applicationId}/no-token`;
  await service.call(unknown, { body: { content: "hello" } });
  const answers = [];
  for (let i = 0; i < 60; i++) answers.push(await service.asBot("GET /users/@me"));
  const calls = await callsOf(61);
  expect(calls[0]?.refusal?.step).toBe("pathToken");
  const limited = calls.slice(1).map(({ status, refusal }) => [status, refusal?.step]);
  expect(limited).toEqual(
    answers.map(({ status }) => [status, status === 429 ? "rateLimit" : undefined]),
  );
  expect(answers.map(({ status }) => status)).toContain(429);
});

test("injected faults name their step and the affected caller", async () => {
  const { service, callsOf } = await observed();
  await service.control("POST /faults", { match: {}, http: { status: 503 } });
  await service.asBot("GET /lobbies/1");
  const call = (await callsOf(2))[1];
  expect(call).toMatchObject({ status: 503, refusal: { step: "injectFault" } });
  expect(call?.caller).toEqual({ kind: "bot", application_id: demo.applicationId });
});

test("requests outside of endpoints are reported as well, except those of monitors", async () => {
  const { service, callsOf } = await observed();
  await (await fetch(`${service.url}/healthz`)).text();
  await service.call("GET /nowhere");
  await service.control("GET /clock");
  const calls = await callsOf(2);
  expect(calls[0]).toMatchObject({ status: 404, endpoint: undefined, route: undefined });
  expect(calls[1]).toMatchObject({ status: 200, caller: { kind: "control" } });
});

test("bodies are stored for observers that want them, up to a limit", async () => {
  const { service, callsOf } = await observed({ keepsBodies: true });
  const body = { metadata: { mode: "ranked" } };
  await service.asBot("POST /lobbies", body);
  const long = JSON.stringify({ metadata: "x".repeat(OBSERVED_BODY_MAX_BYTES) });
  await service.asBot("POST /lobbies", JSON.parse(long));
  const calls = await callsOf(2);
  expect(JSON.parse(String(calls[0]?.requestBody))).toEqual(body);
  expect(String(calls[1]?.requestBody)).toBe(long.slice(0, OBSERVED_BODY_MAX_BYTES));
});

test("bodies are not stored when neither an observer nor the journal wants them", async () => {
  const { service, lastOf } = await observed({ production: true });
  await service.asBot("POST /lobbies", {});
  expect((await lastOf(1)).requestBody).toBeUndefined();
});

test("a failing observer is reported, and the next call is answered", async () => {
  const lines: string[] = [];
  const log = await openLog("json", { write: (line) => void lines.push(line) });
  const ended = () => {
    throw new Error("no room for calls");
  };
  const service = await aService({ log, settings: { observers: [{ ended }] } });
  services.push(service);
  await service.asBot("GET /users/@me");
  expect((await service.asBot("GET /users/@me")).status).toBe(200);
  await expect.poll(() => lines.join("")).toContain("no room for calls");
});
