// Calls over Node's own HTTP do what `fetch` does.
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { callOverHttp } from "./one-call.ts";

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A service with the given response. */
async function serviceThat(
  answers: (...asked: Parameters<RequestListener>) => unknown,
): Promise<URL> {
  const server = createServer((...exchange) => void answers(...exchange)).listen(0, "127.0.0.1");
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a?b=c%20d`);
}

const describe = async (request: IncomingMessage) => ({
  method: request.method,
  url: request.url,
  key: request.headers.authorization,
  length: request.headers["content-length"],
  body: await text(request),
});

test("a call sends its method, URL, headers and body, and returns the response", async () => {
  const url = await serviceThat(async (request, response) => {
    response.writeHead(201, { "content-type": "application/json", "x-many": ["1", "2"] });
    response.end(JSON.stringify(await describe(request)));
  });
  const headers = { authorization: "Control k" };
  const answer = await callOverHttp(url, { method: "POST", headers, body: "größer" });
  const has = (name: string) => answer.headers.get(name);
  expect([answer.status, has("content-type"), has("x-many"), has("x-none")]).toEqual([
    201,
    "application/json",
    "1, 2",
    null,
  ]);
  expect(JSON.parse(await answer.text())).toEqual({
    method: "POST",
    url: "/a?b=c%20d",
    key: "Control k",
    length: "8",
    body: "größer",
  });
});

test.each(["GET", "DELETE", "POST"])("%s without a body sends an empty body", async (method) => {
  const url = await serviceThat(async (request, response) => {
    response.end((await describe(request)).body);
  });
  const answer = await callOverHttp(url, { method, headers: {} });
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
});

test("a call follows a redirect", async () => {
  const there = await serviceThat(async (request, response) => {
    response.end(JSON.stringify(await describe(request)));
  });
  const url = await serviceThat((_, response) => {
    response.writeHead(307, { location: there.href }).end();
  });
  const answer = await callOverHttp(url, { method: "PATCH", headers: {}, body: "{}" });
  expect(JSON.parse(await answer.text())).toMatchObject({ method: "PATCH", body: "{}" });
});

test("a call fails if refused, if the connection breaks, or if its signal aborts", async () => {
  const nobody = new URL("http://127.0.0.1:1/");
  await expect(callOverHttp(nobody, { method: "GET", headers: {} })).rejects.toThrow(
    "ECONNREFUSED",
  );
  const breaking = await serviceThat((request, response) => {
    response.writeHead(200, { "content-length": "10" });
    response.write("half", () => request.socket.destroy());
  });
  const half = await callOverHttp(breaking, { method: "GET", headers: {} });
  await expect(half.text()).rejects.toThrow("aborted");
  const silent = await serviceThat(() => undefined);
  const signal = AbortSignal.timeout(20);
  await expect(callOverHttp(silent, { method: "GET", headers: {}, signal })).rejects.toThrow(
    "abort",
  );
});
