// Wrong keys of the control plane are logged and limited; the metrics are for the operator.
import { limits } from "@antechamber/contract";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bareCall } from "../../../testing/clients/bare-call.ts";
import { headOf, sendRaw } from "../../../testing/clients/raw-http.ts";
import { aService, CONTROL_KEY, demo, type TestService } from "../../../testing/start-service.ts";
import { definedFields } from "../../../platform/defined-fields.ts";

let service: TestService;
let logged = "";

beforeAll(async () => {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const log = pino({ level: "trace" }, destination);
  service = await aService({ production: true, frozen: true, settings: { log } });
});
beforeEach(async () => {
  await service.control("POST /limits/reset");
  logged = "";
});
afterAll(() => service.stop());

const call = (path: string, authorization?: string) =>
  bareCall(service.url, `GET ${path}`, definedFields({ authorization }));
const wrong = (nth: number) => call("/control/v1/clock", `Control guess-${nth}`);
const { value: most } = limits.wrongControlKeys;

test("wrong keys are refused, then limited, and the right one is never delayed", async () => {
  const statuses = [];
  for (let i = 0; i < most * 2; i += 1) statuses.push((await wrong(i)).status);
  expect(statuses).toEqual(Array.from({ length: most * 2 }, (_, i) => (i < most ? 401 : 429)));
  const refused = await wrong(0);
  expect([JSON.parse(refused.text), refused.headers["retry-after"]]).toEqual([
    { message: "You are being rate limited.", retry_after: 60, global: false },
    "60",
  ]);
  expect((await call("/control/v1/clock", `Control ${CONTROL_KEY}`)).status).toBe(200);
  expect((await call("/control/v1/clock")).status).toBe(401);
  expect((await call("/api/v10/users/@me", `Bot ${demo.botToken}`)).status).toBe(200);
});

test.each(["/%63ontrol/v1/clock", "http://127.0.0.1/control/v1/clock", "/%6Dcp"])(
  "wrong keys are counted, however the path is written: %s",
  async (path) => {
    const guess = headOf(`GET ${path}`, { authorization: "Control guess" });
    for (let i = 0; i < most; i += 1) await sendRaw(service.url, guess);
    expect((await sendRaw(service.url, guess)).status).toBe(429);
    expect(logged.match(/wrong control key/g)).toHaveLength(most);
  },
);

test("wrong keys are logged with their address, not with the key", async () => {
  for (let i = 0; i < most * 2; i += 1) await wrong(i);
  expect(logged.match(/wrong control key/g)).toHaveLength(most);
  expect(logged).toContain('"address":"127.0.0.1"');
  expect(logged).not.toContain("guess-");
});

test("tokens in paths of the control plane are not logged", async () => {
  const secret = "bearer-that-nobody-may-read";
  const key = `Control ${CONTROL_KEY}`;
  for (const path of [`tokens/${secret}`, `users/${secret}`, `nowhere/${secret}`]) {
    await call(`/control/v1/${path}`, key);
    await call(`/control/v1/${path}?token=${secret}`);
    await bareCall(service.url, `DELETE /control/v1/${path}`, { authorization: key });
  }
  expect(logged).not.toBe("");
  expect(logged).not.toContain(secret);
});

describe("the metrics", () => {
  test("require the control key in production mode", async () => {
    expect((await call("/metrics")).status).toBe(401);
    expect((await call("/metrics", `Bot ${demo.botToken}`)).status).toBe(401);
    const answer = await call("/metrics", `Control ${CONTROL_KEY}`);
    expect([answer.status, answer.text.includes("antechamber_")]).toEqual([200, true]);
    for (let i = 0; i < most; i += 1) await call("/metrics?a=1", "Control guess");
    expect((await call("/metrics", "Control guess")).status).toBe(429);
  });

  test.each([
    "/metrics/",
    "/metrics#a",
    "/%6detrics",
    "/metric%73/?a=1",
    "http://127.0.0.1/metrics",
    "http://127.0.0.1/%6Detrics/",
  ])("require the control key, however the path is written: %s", async (path) => {
    expect((await sendRaw(service.url, headOf(`GET ${path}`))).status).toBe(401);
    const request = headOf(`GET ${path}`, { authorization: `Control ${CONTROL_KEY}` });
    expect((await sendRaw(service.url, request)).status).toBe(200);
  });

  test("are open in development mode", async () => {
    const development = await aService();
    try {
      expect((await bareCall(development.url, "GET /metrics")).status).toBe(200);
    } finally {
      await development.stop();
    }
  });
});
