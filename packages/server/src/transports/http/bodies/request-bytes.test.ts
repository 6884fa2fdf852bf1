import { PassThrough } from "node:stream";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { limits } from "@antechamber/contract";
import { expect, test } from "vitest";
import { steerableClock } from "../../../platform/time/system-clock.ts";
import { BodyBudget } from "./body-budget.ts";
import {
  announcesBody,
  bodyWatch,
  firstPiece,
  incomingBody,
  wholeBody,
  type BodySink,
} from "./request-bytes.ts";

const chunked = { "transfer-encoding": "chunked" };

/** Timers that the test fires. */
function timers() {
  const tasks: (() => void)[] = [];
  const clock = steerableClock({
    timer: (_ms, task) => {
      tasks.push(task);
      return () => undefined;
    },
  });
  const elapse = () => {
    for (const task of tasks.splice(0)) task();
  };
  return { clock, elapse, waiting: () => tasks.length };
}

/** The parts of a request that its body needs. */
function aRequest(headers: Record<string, string>, budget = new BodyBudget()) {
  const stream = new PassThrough();
  const request = Object.assign(stream, { headers }) as unknown as IncomingMessage;
  const writes: string[] = [];
  const response = { writeContinue: () => writes.push("continue") } as unknown as ServerResponse;
  const account = budget.open({ address: "::1", isUnauthenticated: true });
  const { clock, ...real } = timers();
  const body = incomingBody(request, { response, account, watch: bodyWatch(clock) });
  return { stream, body, writes, account, ...real };
}

const read = (request: ReturnType<typeof aRequest>, limit: number) =>
  request.body.receive(wholeBody(), limit);

/** Sends a chunk, and waits until it is read. */
function come({ stream }: ReturnType<typeof aRequest>, piece: Buffer): Promise<unknown> {
  return new Promise((resolve) => {
    stream.write(piece, resolve);
  });
}

test.each([
  [{}, false],
  [{ "content-length": "0" }, false],
  [{ "content-length": "1" }, true],
  [chunked, true],
])("%o announces a body: %s", (headers, isAnnounced) => {
  expect(announcesBody({ headers } as unknown as IncomingMessage)).toBe(isAnnounced);
});

test.each([[["abc"]], [["a", "", "bc"]]])(
  "a body that arrives as %o is read completely",
  async (parts) => {
    const request = aRequest(chunked);
    const reading = read(request, 3);
    for (const part of parts) request.stream.write(part);
    request.stream.end();
    expect((await reading).toString()).toBe("abc");
  },
);

test("a body with too large a length is refused before it is sent", async () => {
  const reading = read(aRequest({ "content-length": "11" }), 10);
  await expect(reading).rejects.toMatchObject({ declaration: { code: 40005 } });
});

test("a body that grows too large is refused while it is sent", async () => {
  const request = aRequest(chunked);
  const reading = read(request, 10);
  request.stream.write("x".repeat(11));
  await expect(reading).rejects.toMatchObject({ declaration: { code: 40005 } });
  expect(request.stream.listenerCount("data")).toBe(0);
});

test("a body whose sender disconnects is refused at once", async () => {
  const request = aRequest({ "content-length": "10" });
  const reading = read(request, 10);
  request.stream.destroy(new Error("aborted"));
  await expect(reading).rejects.toMatchObject({ statusCode: 400 });
});

test("100 Continue is sent only when the body is read", async () => {
  const request = aRequest({ ...chunked, expect: "100-continue" });
  expect(request.writes).toEqual([]);
  const reading = read(request, 10);
  expect(request.writes).toEqual(["continue"]);
  request.stream.end("x");
  await reading;
});

test("an unwanted body is read no further than its first chunk", async () => {
  const request = aRequest(chunked);
  const reading = request.body.receive(firstPiece(), 10);
  request.stream.write("ab");
  request.stream.write("cd");
  expect((await reading).toString()).toBe("ab");
});

test("a body is refused with 503 while too many bytes are in progress, which continue", async () => {
  const budget = new BodyBudget();
  const others = budget.open({ address: "::2", isUnauthenticated: true });
  expect(others.add(limits.strangersBodiesInAll.value)).toBe(true);
  const late = aRequest(chunked, budget);
  const refused = read(late, 10);
  late.stream.write("x");
  await expect(refused).rejects.toMatchObject({ declaration: { status: 503 } });
  others.close();
  const request = aRequest(chunked, budget);
  const reading = read(request, 10);
  request.stream.end("x");
  expect((await reading).toString()).toBe("x");
  expect(budget.bytes).toBe(1);
  request.account.close();
  expect(budget.bytes).toBe(0);
});

test("a body that stalls or drips is abandoned with 408", async () => {
  const request = aRequest(chunked);
  const reading = read(request, 1_000_000);
  await come(request, Buffer.alloc(limits.bodyProgress.value));
  request.elapse();
  await come(request, Buffer.from("a drop"));
  request.elapse();
  await expect(reading).rejects.toMatchObject({ declaration: { status: 408 } });
});

test("a body that keeps arriving may take its time", async () => {
  const request = aRequest(chunked);
  const reading = read(request, 1_000_000);
  for (let window = 0; window < 5; window++) {
    await come(request, Buffer.alloc(limits.bodyProgress.value));
    request.elapse();
  }
  request.stream.end();
  expect(await reading).toHaveLength(5 * limits.bodyProgress.value);
  request.elapse();
  expect(request.waiting()).toBe(0);
});

test("a sink that wants no more bytes ends the reading", async () => {
  const request = aRequest(chunked);
  const sink: BodySink<string> = { write: () => false, end: () => "enough" };
  const reading = request.body.receive(sink, 10);
  request.stream.write("abc");
  expect(await reading).toBe("enough");
});

test("a request without a length has no body, even if its stream was never opened", async () => {
  const { clock } = timers();
  const account = new BodyBudget().open({ address: "::1", isUnauthenticated: true });
  const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
    const body = incomingBody(request, { account, watch: bodyWatch(clock) });
    void body.receive(wholeBody(), 10).then((bytes) => response.end(`${bytes.length} bytes`));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } });
  expect(await answer.text()).toBe("0 bytes");
  server.close();
});
