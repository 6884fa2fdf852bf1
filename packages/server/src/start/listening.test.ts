import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { closeWithin, listenOn } from "./listening.ts";
import { steerableClock } from "../platform/time/system-clock.ts";

/** A server that starts to stop during a call, and a function that answers that call. */
async function stoppingServer() {
  const http = fastify();
  const called = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  http.get("/", () => {
    called.resolve();
    return answer.promise;
  });
  const url = await listenOn(http, { host: "127.0.0.1", port: 0 });
  const keepsAliveMs = http.server.keepAliveTimeout;
  const responding = new Promise<IncomingMessage>((resolve) => {
    get(url, { agent }, resolve);
  });
  await called.promise;
  const stopped = closeWithin(http, 60_000, steerableClock());
  await expect.poll(() => http.server.listening).toBe(false);
  return { responding, answer: answer.resolve, stopped, keepsAliveMs };
}

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

test("a connection whose call ends during a stop is closed, not kept for a next call", async () => {
  const { responding, answer, stopped, keepsAliveMs } = await stoppingServer();
  answer("here");
  const response = await responding;
  expect(response.headers.connection).toBe("keep-alive");
  expect(await text(response)).toBe("here");
  const began = performance.now();
  await stopped;
  expect(performance.now() - began).toBeLessThan(keepsAliveMs / 2);
});

test("a port that something else has is refused with what can be done", async () => {
  const [first, second] = [fastify(), fastify()];
  const port = Number(new URL(await listenOn(first, { host: "127.0.0.1", port: 0 })).port);
  await expect(listenOn(second, { host: "127.0.0.1", port })).rejects.toThrow(
    `cannot listen on 127.0.0.1:${port}: another program listens there; stop it, or pass another --port`,
  );
  await first.close();
});

/** More than the socket buffers of the system hold. */
const LONG = "long ".repeat(4_000_000);
const SLOW_MS = 100;

test("an answer that its reader takes slowly is not cut off by a stop", async () => {
  const { responding, answer, stopped } = await stoppingServer();
  answer(LONG);
  const response = await responding;
  for (const until = performance.now() + SLOW_MS; performance.now() < until;) await turn();
  expect((await text(response)).length).toBe(LONG.length);
  await stopped;
});

/** More than the backlog of 511 that Node requests by default; Linux allows 4096. */
const CROWD = 1000;
/** A connection dropped from a full backlog is retried after a second. */
const TURNS = 20;

test("a crowd that connects in one turn finds room, though none is accepted before it ends", async () => {
  const http = fastify();
  const url = new URL(await listenOn(http, { host: "127.0.0.1", port: 0 }));
  const crowd = Array.from({ length: CROWD }, () => connect(Number(url.port), url.hostname));
  for (let turns = 0; turns < TURNS; turns += 1) await turn();
  const connected = crowd.filter(({ connecting }) => !connecting);
  for (const each of crowd) each.destroy();
  await http.close();
  expect(connected).toHaveLength(CROWD);
});
