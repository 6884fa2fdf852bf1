import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { definedFields } from "../defined-fields.ts";
import { ANSWER_MAX_BYTES, httpOutbound } from "./outbound-http.ts";
import { steerableClock } from "../time/system-clock.ts";

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup();
});

/** Starts a server that answers as a test says. @returns its address */
async function anEndpoint(answer: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/in`, server };
}

function anOutbound(mayCallInside = true, largeAnswersMaxBytes?: number) {
  const clock = steerableClock();
  const outbound = httpOutbound({
    clock,
    mayCallInside,
    ...definedFields({ largeAnswersMaxBytes }),
  });
  cleanups.push(() => outbound.close());
  return outbound;
}

const post = (url: string, body = "{}") => ({ url, body, headers: { "x-test": "1" } });

describe("a call", () => {
  test("posts the body and returns status, type and bytes of the response", async () => {
    let received = "";
    const { url } = await anEndpoint((request, response) => {
      request.on("data", (chunk: Buffer) => (received += chunk.toString()));
      request.on("end", () => {
        response.writeHead(201, { "content-type": "text/plain" });
        response.end(`${request.method} ${request.url} ${String(request.headers["x-test"])}`);
      });
    });
    const result = await anOutbound().send(post(url, "é"), 5000);
    expect(received).toBe("é");
    expect(result).toMatchObject({ kind: "answered", status: 201, contentType: "text/plain" });
    expect((result as { body: Buffer }).body.toString()).toBe("POST /in 1");
  });

  test("may be a GET without a body", async () => {
    const { url } = await anEndpoint((request, response) => {
      response.end(`${request.method} ${String(request.headers["content-length"])}`);
    });
    const result = await anOutbound().send({ ...post(url), method: "GET" }, 5000);
    expect((result as { body: Buffer }).body.toString()).toBe("GET undefined");
  });

  test("uses one connection for calls in a row", async () => {
    const ports = new Set<number | undefined>();
    const { url } = await anEndpoint((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("ok");
    });
    const outbound = anOutbound();
    for (let i = 0; i < 5; i++) await outbound.send(post(url), 5000);
    expect(ports.size).toBe(1);
  });

  test("does not reuse a connection that was idle for a second", async () => {
    const ports = new Set<number | undefined>();
    const { url, server } = await anEndpoint((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("ok");
    });
    server.keepAliveTimeout = 60_000;
    const outbound = anOutbound();
    await outbound.send(post(url), 5000);
    await setTimeout(1200);
    await outbound.send(post(url), 5000);
    expect(ports.size).toBe(2);
  });

  test("may last longer than a connection may be idle", async () => {
    const { url } = await anEndpoint((_request, response) => {
      void setTimeout(1200).then(() => response.end("ok"));
    });
    expect(await anOutbound().send(post(url), 5000)).toMatchObject({ kind: "answered" });
  });

  test("is made once, even when the endpoint closes a reused connection", async () => {
    let count = 0;
    const { url } = await anEndpoint((request, response) => {
      count++;
      if (count === 2) request.socket.destroy();
      else response.end("ok");
    });
    const outbound = anOutbound();
    await outbound.send(post(url), 5000);
    expect(await outbound.send(post(url), 5000)).toMatchObject({ kind: "failed" });
    expect(count).toBe(2);
  });

  test("does not follow redirects", async () => {
    let count = 0;
    const { url } = await anEndpoint((_request, response) => {
      count++;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect(await anOutbound().send(post(url), 5000)).toMatchObject({ status: 302 });
    expect(count).toBe(1);
  });

  test("is answered by an endpoint that requests a protocol upgrade", async () => {
    const { url, server } = await anEndpoint(() => {});
    server.on("connection", (socket) => {
      socket.once("data", () => {
        socket.write(
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        );
      });
    });
    const answer = { kind: "answered", status: 101, contentType: "", body: Buffer.alloc(0) };
    expect(await anOutbound().send(post(url), 5000)).toEqual(answer);
  });

  test("fails for a URL whose user name or password cannot be decoded", async () => {
    const { url } = await anEndpoint((_request, response) => response.end("ok"));
    for (const login of ["%ff", "name:%E0%A4"]) {
      const address = url.replace("http://", `http://${login}@`);
      expect(await anOutbound().send(post(address), 5000)).toMatchObject({ kind: "failed" });
    }
  });

  test("ends at its time-out, whatever the endpoint does", async () => {
    const { url } = await anEndpoint(() => {});
    expect(await anOutbound().send(post(url), 20)).toEqual({ kind: "timedOut" });
    const slow = await anEndpoint((_request, response) => void response.write("a"));
    expect(await anOutbound().send(post(slow.url), 20)).toEqual({ kind: "timedOut" });
  });

  test("fails for a response that is too large or incomplete, and for a refused connection", async () => {
    const large = await anEndpoint((_request, response) => {
      response.end(Buffer.alloc(ANSWER_MAX_BYTES + 1));
    });
    const broken = await anEndpoint((_request, response) => {
      response.writeHead(200, { "content-length": "10" });
      response.write("a", () => response.destroy());
    });
    const outbound = anOutbound();
    for (const url of [large.url, broken.url, "http://127.0.0.1:1/"]) {
      expect(await outbound.send(post(url), 5000)).toMatchObject({ kind: "failed" });
    }
  });

  test("fails when another large response uses the budget, unless its own is small", async () => {
    const open: ServerResponse[] = [];
    const large = await anEndpoint((_request, response) => {
      open.push(response);
      response.writeHead(200, { "content-type": "multipart/form-data; boundary=x" });
      response.write(Buffer.alloc(2 * ANSWER_MAX_BYTES));
    });
    const small = await anEndpoint((_request, response) => response.end("ok"));
    const outbound = anOutbound(true, 3 * ANSWER_MAX_BYTES);
    const files = () => ({ ...post(large.url), filesMaxBytes: 4 * ANSWER_MAX_BYTES });
    const both = [outbound.send(files(), 60_000), outbound.send(files(), 60_000)];
    expect(await Promise.race(both)).toMatchObject({ kind: "failed" });
    expect(await outbound.send(post(small.url), 60_000)).toMatchObject({ kind: "answered" });
    for (const response of open.splice(0)) response.end();
    const kinds = (await Promise.all(both)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["answered", "failed"]);
    const next = outbound.send(files(), 60_000);
    await vi.waitFor(() => expect(open).toHaveLength(1));
    open[0]?.end();
    expect(await next).toMatchObject({ kind: "answered" });
  });

  test("fails when the service stops during the call", async () => {
    const { url } = await anEndpoint(() => {});
    const outbound = anOutbound();
    const call = outbound.send(post(url), 60_000);
    outbound.close();
    expect(await call).toMatchObject({ kind: "failed" });
  });

  test("is not made once the service has stopped", async () => {
    let count = 0;
    const { url } = await anEndpoint((_request, response) => {
      count++;
      response.end();
    });
    const outbound = anOutbound();
    outbound.close();
    expect(await outbound.send(post(url), 5000)).toMatchObject({ kind: "failed" });
    expect(count).toBe(0);
  });
});

describe("in production no private address is called", () => {
  test.each([
    "http://127.0.0.1",
    "http://localhost",
    "http://[::1]",
    "http://0x7f.1",
    "http://10.0.0.1",
  ])("%s", async (base) => {
    let count = 0;
    const { url } = await anEndpoint((_request, response) => {
      count++;
      response.end();
    });
    const { port } = new URL(url);
    const result = await anOutbound(false).send(post(`${base}:${port}/`), 5000);
    expect([result.kind, count]).toEqual(["failed", 0]);
  });

  test.each(["ftp://example.com", "nonsense", "file:///etc/passwd", ""])(
    "%s, ever",
    async (url) => {
      expect(await anOutbound().send(post(url), 5000)).toMatchObject({ kind: "failed" });
    },
  );
});
