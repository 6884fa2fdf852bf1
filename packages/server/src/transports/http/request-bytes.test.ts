import { PassThrough } from "node:stream";
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { bytesOf } from "./request-bytes.ts";

/** A request as far as its body is concerned. */
function aRequest(headers: Record<string, string>) {
  const stream = new PassThrough();
  return { stream, request: Object.assign(stream, { headers }) as unknown as IncomingMessage };
}

const chunked = { "transfer-encoding": "chunked" };

test.each([[{}], [{ "content-length": "0" }]])("%o announces no body", (headers) => {
  expect(bytesOf(aRequest(headers).request, 10)).toBeUndefined();
});

test.each([[["abc"]], [["a", "", "bc"]]])(
  "a body that comes as %o is read whole",
  async (parts) => {
    const { stream, request } = aRequest(chunked);
    const reading = bytesOf(request, 3);
    for (const part of parts) stream.write(part);
    stream.end();
    expect((await reading)?.toString()).toBe("abc");
  },
);

test("a body that is announced too large is refused before it comes", async () => {
  const { request } = aRequest({ "content-length": "11" });
  await expect(bytesOf(request, 10)).rejects.toMatchObject({ declaration: { code: 40005 } });
});

test("a body that turns out too large is refused while it comes", async () => {
  const { stream, request } = aRequest(chunked);
  const reading = bytesOf(request, 10);
  stream.write("x".repeat(11));
  await expect(reading).rejects.toMatchObject({ declaration: { code: 40005 } });
});

test("a body whose sender goes away is refused, not waited for", async () => {
  const { stream, request } = aRequest({ "content-length": "10" });
  const reading = bytesOf(request, 10);
  stream.destroy(new Error("aborted"));
  await expect(reading).rejects.toMatchObject({ statusCode: 400 });
});
