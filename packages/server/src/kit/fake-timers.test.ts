// The kit in a test that has replaced Node's timers by fake ones.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, describe, vi } from "vitest";
import { fetchOverHttp } from "./client/over-http.ts";
import { expect, test } from "./runners/vitest.ts";

afterEach(() => void vi.useRealTimers());

test("users act and the clock advances under fake timers", async ({ world }) => {
  const alice = world.user("alice").in("#general");
  await alice.message("before");
  vi.useFakeTimers();
  await alice.message("hello");
  await alice.message("again");
  const { messages } = await alice.sees();
  expect(messages.map(({ content }) => content)).toEqual(["before", "hello", "again"]);
  await world.clock.advance("1h");
  await expect(alice.message("")).rejects.toThrow("empty");
});

test("a failure without an answer reports that fake timers are on", async ({ world }) => {
  const { id, botToken } = world.application("Concierge");
  await fetch(`${world.api}/v10/applications/${id}/commands`, {
    method: "POST",
    headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "ping", description: "Answers pong" }),
  });
  const run = () => world.user("alice").in("#general").run("/ping");
  const note = "the runner's fake timers are on";
  const real = await run();
  expect(real).toHaveTimedOut();
  expect(real.trace.transcript).not.toContain(note);
  vi.useFakeTimers();
  const faked = await run();
  expect(faked).toHaveTimedOut();
  expect(faked.trace.transcript).toContain(note);
});

describe("a call without fetch", () => {
  test("sends the same request and returns the same response as fetch", async () => {
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await buffer(request);
      const { method, url, headers } = request;
      response.writeHead(url === "/none" ? 204 : 418, "short and stout", {
        "x-said": `${method} ${url} ${String(headers["x-own"])} ${headers["content-length"]}`,
        "set-cookie": ["a=1", "b=2"],
      });
      response.end(url === "/none" ? undefined : body);
    };
    const server = createServer((...args) => void answer(...args)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const headers = { "x-own": "1" };
    try {
      for (const call of [fetch, fetchOverHttp]) {
        const bytes = Uint8Array.from([0, 255, 1]);
        const full = await call(`${at}/a?b=c`, { method: "PUT", headers, body: bytes });
        expect([full.status, full.statusText]).toEqual([418, "short and stout"]);
        expect(full.headers.get("x-said")).toBe("PUT /a?b=c 1 3");
        expect(full.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
        expect(new Uint8Array(await full.arrayBuffer())).toEqual(bytes);
        const empty = await call(`${at}/none`, { headers });
        expect([empty.status, await empty.text()]).toEqual([204, ""]);
        expect(empty.headers.get("x-said")).toBe("GET /none 1 undefined");
      }
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test("is rejected if nobody answers or if its signal aborts", async () => {
    await expect(fetchOverHttp("http://127.0.0.1:1/", {})).rejects.toThrow("ECONNREFUSED");
    const signal = AbortSignal.abort();
    await expect(fetchOverHttp("http://127.0.0.1:1/", { signal })).rejects.toThrow("abort");
  });
});
