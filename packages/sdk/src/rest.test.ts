import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { Client } from "./client.ts";
import { ErrorType } from "./enums.ts";
import { systemEnvironment } from "./environment.ts";
import { Rest } from "./rest.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** The address of a server with this handler. */
async function aServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** The client's result of a call to a server with this handler. */
async function resultFrom(answer: RequestListener, token = "x") {
  const client = new Client({ baseUrl: await aServer(answer) });
  const { result } = await client.FetchCurrentUser(1, token);
  return result;
}

/** An environment in which waits end at once, and the waits that were requested. */
function passingAtOnce() {
  const waits: number[] = [];
  let now = 0;
  const after = (ms: number, task: () => void) => {
    waits.push(ms);
    now += ms;
    return systemEnvironment.after(0, task);
  };
  return { waits, environment: { ...systemEnvironment, now: () => now, after } };
}

/** The waits of a call that is refused once with these headers. */
async function waitsOf(headers: Readonly<Record<string, string>>): Promise<readonly number[]> {
  let count = 0;
  const baseUrl = await aServer((_request, response) => {
    count += 1;
    response.writeHead(count === 1 ? 429 : 200, count === 1 ? headers : {});
    response.end(count === 1 ? "too many" : "");
  });
  const { waits, environment } = passingAtOnce();
  await new Rest({ baseUrl, environment }).call("gateway.get", {});
  return waits;
}

describe("a result", () => {
  test.each([
    [429, true],
    [423, true],
    [500, true],
    [503, true],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
  ])("of status %i is retryable: %s", async (status, isRetryable) => {
    const body = JSON.stringify({ message: "No", code: 7 });
    const result = await resultFrom((_request, response) => response.writeHead(status).end(body));
    expect(result.Retryable()).toBe(isRetryable);
    expect([result.Type(), result.Status(), result.ErrorCode(), result.Error()]).toEqual([
      ErrorType.HTTPError,
      status,
      7,
      "No",
    ]);
    expect(result.ResponseBody()).toBe(body);
  });

  test("contains the delay of a rate-limited call, which is not repeated", async () => {
    let count = 0;
    const result = await resultFrom((_request, response) => {
      count += 1;
      response.writeHead(429).end('{"message":"Slow","retry_after":1.5,"global":false}');
    });
    expect([result.Status(), result.Retryable(), result.RetryAfter(), count]).toEqual([
      429,
      true,
      1.5,
      1,
    ]);
  });

  test("contains the delay of the header if the body has none", async () => {
    const result = await resultFrom((_request, response) => {
      response.writeHead(503, { "retry-after": "7" }).end("{}");
    });
    expect([result.Type(), result.Status(), result.Retryable(), result.RetryAfter()]).toEqual([
      ErrorType.HTTPError,
      503,
      true,
      7,
    ]);
  });

  test("is a retryable network error if the connection breaks during the response", async () => {
    const result = await resultFrom((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write("{", () => response.destroy());
    });
    expect([result.Type(), result.Retryable(), result.Status()]).toEqual([
      ErrorType.NetworkError,
      true,
      0,
    ]);
  });

  test("is a validation error for a token that cannot be in a header", async () => {
    const result = await resultFrom((_request, response) => response.end("{}"), "a\nb");
    expect([result.Type(), result.Retryable()]).toEqual([ErrorType.ValidationError, false]);
  });
});

test.each([
  ["the seconds of the header", { "retry-after": "3" }, 3000],
  [
    "a second where the header has a date",
    { "retry-after": "Fri, 27 Nov 2026 22:00:00 GMT" },
    1000,
  ],
  ["a second where nothing is said", {}, 1000],
  ["a second where none is said", { "retry-after": "0" }, 1000],
])("a rate-limited call waits for %s", async (_case, headers, waitMs) => {
  expect(await waitsOf(headers as Readonly<Record<string, string>>)).toEqual([waitMs]);
});

describe("a rate limit error", () => {
  const secret = { secret: "a" };
  const path = { webhook_id: "1", webhook_token: "a" };
  const content = { content: "gg" };

  const first = (rest: Rest) =>
    rest.api.lobbies.join({ body: secret, authorization: "Bearer alice" });
  const answer = (rest: Rest) => rest.api.webhooks.followUp({ path, body: content });

  /** The waits of a second call after the first was refused for a minute. */
  async function waitsOfSecond(
    [refused, next]: readonly [(rest: Rest) => unknown, (rest: Rest) => unknown],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<readonly number[]> {
    let isFirst = true;
    const baseUrl = await aServer((_request, response) => {
      response.writeHead(isFirst ? 429 : 200, { "retry-after": "60", ...headers }).end();
      isFirst = false;
    });
    const { waits, environment } = passingAtOnce();
    const rest = new Rest({ baseUrl, environment, patienceMs: 1000 });
    await expect(refused(rest)).rejects.toMatchObject({ status: 429 });
    await next(rest);
    return waits;
  }

  test.each([
    ["the same caller", [first, first]],
    ["the same interaction", [answer, answer]],
  ] as const)("delays the next call of %s", async (_, pair) => {
    expect(await waitsOfSecond(pair)).toEqual([1000]);
  });

  test.each([
    [
      "another caller",
      [first, (rest: Rest) => rest.api.lobbies.join({ body: secret, authorization: "Bearer bob" })],
    ],
    [
      "another interaction",
      [
        answer,
        (rest: Rest) =>
          rest.api.webhooks.followUp({ path: { ...path, webhook_token: "b" }, body: content }),
      ],
    ],
  ] as const)("does not delay calls of %s", async (_, pair) => {
    expect(await waitsOfSecond(pair)).toEqual([]);
  });

  test("delays all other calls of its caller if it is global", async () => {
    const authorization = "Bearer alice";
    const others = (rest: Rest) => rest.api.users.guilds({ authorization });
    expect(await waitsOfSecond([first, others])).toEqual([]);
    expect(await waitsOfSecond([first, others], { "x-ratelimit-global": "true" })).toEqual([1000]);
  });
});
