// The journal's stream, with a fake service that answers as each test needs.
import { afterEach, expect, test, vi } from "vitest";
import { ControlClient, type JournalEvent } from "./control-client.ts";
import { NetworkError, RestError } from "./rest-errors.ts";

afterEach(() => void vi.unstubAllGlobals());

const entry = (id: string) => `event: entry\nid: ${id}\ndata: {"id":"${id}"}\n\n`;

/** A client whose connections get these responses in turn, and the requests that it made. */
function aClient(...connections: readonly (() => Response)[]) {
  const lastEventIds: (string | null)[] = [];
  const waits: number[] = [];
  vi.stubGlobal("fetch", async (_url: URL, init: RequestInit) => {
    lastEventIds.push(new Headers(init.headers).get("last-event-id"));
    const next = connections[lastEventIds.length - 1];
    if (next === undefined) throw new TypeError("nobody listens");
    return next();
  });
  const environment = {
    now: () => 0,
    after(ms: number, task: () => void) {
      waits.push(ms);
      queueMicrotask(task);
      return () => undefined;
    },
    randomBytes: (count: number) => new Uint8Array(count),
  };
  const client = new ControlClient({ baseUrl: "http://here", controlKey: "k", environment });
  return { client, lastEventIds, waits };
}

const stream = (text: string) => () => new Response(text);
const refusal =
  (status: number, body: object = {}) =>
  () =>
    Response.json({ message: `${status}`, code: 0, ...body }, { status });
const refused = refusal(401);

test("a lost stream is reopened after its last entry, until its signal is aborted", async () => {
  const { client, lastEventIds, waits } = aClient(
    stream(entry("7") + entry("8")),
    stream(entry("9")),
  );
  const end = new AbortController();
  const events: JournalEvent[] = [];
  let lost = 0;
  const options = { lastEventId: "5", lost: () => void (lost += 1), signal: end.signal };
  for await (const event of client.follow(options)) {
    events.push(event);
    if (events.length === 3) end.abort();
  }
  expect(events.map((event) => event.event === "entry" && event.id)).toEqual(["7", "8", "9"]);
  expect([lastEventIds, waits, lost]).toEqual([["5", "8"], [1000], 1]);
});

test("a stream is retried if the service does not respond, and fails if it refuses", async () => {
  const { client, lastEventIds } = aClient(() => {
    throw new TypeError("nobody listens");
  }, refused);
  const following = client.follow().next();
  await expect(following).rejects.toThrow(RestError);
  expect(lastEventIds).toEqual([null, null]);
});

test("a stream is retried after the delay of an error response, but not sooner than usual", async () => {
  const { client, waits } = aClient(
    refusal(429, { retry_after: 7.5 }),
    refusal(429, { retry_after: 0.1 }),
    refusal(503),
    stream(entry("1")),
  );
  let lost = 0;
  const first = await client.follow({ lost: () => void (lost += 1) }).next();
  expect(first.value).toEqual({ event: "entry", id: "1", data: { id: "1" } });
  expect([waits, lost]).toEqual([[7500, 1000, 1000], 3]);
});

test("a call without a response and a refused call have different errors", async () => {
  const { client } = aClient(refused);
  await expect(client.call("control.clock.get")).rejects.toThrow(RestError);
  await expect(client.call("control.clock.get")).rejects.toThrow(NetworkError);
});

test("a call uses the given fetch function, with the key and the headers of the client", async () => {
  const requests: unknown[] = [];
  const client = new ControlClient({
    baseUrl: "http://here",
    controlKey: "k",
    headers: { "x-own": "1" },
    world: "side",
    async fetch(url, { method, headers, body }) {
      requests.push([method, url.href, headers, body]);
      return Response.json({ now: "then" });
    },
  });
  expect(await client.call("control.clock.move", { body: { advance: "1h" } })).toEqual({
    now: "then",
  });
  const headers = {
    "content-type": "application/json",
    "x-own": "1",
    authorization: "Control k",
  };
  const url = "http://here/control/v1/clock?world=side";
  expect(requests).toEqual([["PATCH", url, headers, '{"advance":"1h"}']]);
});

test.each([
  ["", "a page came, 200"],
  ["<title> </title>", "a page came, 200"],
  [
    `<TITLE lang="en">Sign in\n \u001B[1m to ${"go".repeat(60)}</title>`,
    `a page came, 200 "Sign in [1m to ${"go".repeat(32)}g"`,
  ],
])("an HTML page with the title %j is reported as a network error: %s", async (title, body) => {
  const type = { "content-type": "text/html; charset=utf-8" };
  const page = () => new Response(`<!doctype html>${title}`, { headers: type });
  const called = aClient(page).client.call("control.clock.get");
  await expect(called).rejects.toThrow(new NetworkError(`/control/v1/clock: ${body}`));
});

test("an invalid response with a JSON content type is a network error", async () => {
  const broken = () => new Response("OK", { headers: { "content-type": "application/json" } });
  const called = aClient(broken).client.call("control.clock.get");
  await expect(called).rejects.toThrow(new NetworkError("/control/v1/clock: what came is no JSON"));
});

test("a truncated response is a network error", async () => {
  const { client } = aClient(() => new Response(ReadableStream.from(breaksOff())));
  await expect(client.call("control.clock.get")).rejects.toThrow(
    new NetworkError("/control/v1/clock: no answer"),
  );
});

async function* breaksOff() {
  yield new TextEncoder().encode('{"now":');
  throw new TypeError("terminated");
}

test("a control key that cannot be in a header is refused before any call", () => {
  const client = () => new ControlClient({ baseUrl: "http://here", controlKey: "ключ" });
  expect(client).toThrow(new TypeError("the control key has characters that no header takes"));
});
