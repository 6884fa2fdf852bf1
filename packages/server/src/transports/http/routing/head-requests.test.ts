import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closed, headOf, openSocket } from "../../../testing/clients/raw-http.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import type { CallObserver } from "../observers/call-observer.ts";

let service: TestService;
const observed: string[] = [];
const observer: CallObserver = {
  ended: ({ method, url }) => void observed.push(`${method} ${url}`),
};

beforeAll(async () => {
  service = await aService({ settings: { observers: [observer] } });
});

afterAll(() => service.stop());

const authorization = `Bot ${demo.botToken}`;

/** Sends HEAD and then GET on one connection, and returns everything received. */
async function bothOf(path: string): Promise<string> {
  const socket = await openSocket(service.url);
  let text = "";
  socket.on("data", (chunk: Buffer) => void (text += chunk.toString()));
  socket.write(headOf(`HEAD ${path}`, { authorization }));
  await once(socket, "data");
  socket.write(headOf(`GET ${path}`, { authorization, connection: "close" }));
  await closed(socket);
  return text;
}

/** Headers that may differ between calls. */
const passing = /^(date|connection|keep-alive|set-cookie|x-antechamber-entry|x-ratelimit-.*):/i;

/** The status and the remaining headers. */
function factsOf(head: string): readonly string[] {
  return head.split("\r\n").filter((line) => !passing.test(line));
}

test.each([
  ["an endpoint", "/api/v9/users/@me"],
  ["an endpoint of the control plane", "/control/v1/world"],
  ["a path that has no GET", "/api/v10/lobbies"],
  ["a path of OAuth2 that has no GET", "/api/v10/oauth2/token"],
  ["what nobody has", "/api/v10/no-such-thing"],
  ["health", "/healthz"],
  ["readiness", "/readyz"],
  ["a page", "/oauth2/sign-in"],
  ["a document", "/world.schema.json"],
  ["a picture", "/cdn/embed/avatars/0.png"],
  ["the console", "/console"],
])("HEAD of %s has the status and the headers of GET, and no body", async (_what, path) => {
  const [head = "", ...rest] = (await bothOf(path)).split("\r\n\r\n");
  // A body of HEAD would come between the two.
  const [answered = "", body = ""] = rest;
  expect(factsOf(head)).toEqual(factsOf(answered));
  expect(head).toMatch(/^HTTP\/1\.1 \d/);
  expect(body).not.toBe("");
});

test("observers of calls receive HEAD as the method", async () => {
  const path = "/api/v10/gateway";
  await fetch(service.url + path, { method: "HEAD" });
  await fetch(service.url + path);
  await expect.poll(() => observed.filter((each) => each.endsWith(path))).toHaveLength(2);
  expect(observed.filter((each) => each.endsWith(path))).toEqual([`HEAD ${path}`, `GET ${path}`]);
});
