// The listener for the redirect of a sign-in, over real sockets.
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { runtime } from "./runtime-node.ts";

/** The first line of the answer to a request for a target, as any program can send it. */
async function answerTo(port: number, target: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  const [bytes] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return bytes.toString().split("\r\n")[0] ?? "";
}

test("requests for anything else than the redirect get 404, and it still arrives", async () => {
  const listener = await runtime.listenForRedirect?.("/callback");
  if (listener === undefined) throw new Error("this runtime can listen");
  const port = Number(new URL(listener.redirectUri).port);
  for (const target of ["/favicon.ico", "//[", "http://[", "//127.0.0.1:99999/callback"]) {
    expect([target, await answerTo(port, target)]).toEqual([target, "HTTP/1.1 404 Not Found"]);
  }
  expect(await answerTo(port, "/callback?code=c&state=s")).toBe("HTTP/1.1 200 OK");
  expect((await listener.redirected).search).toBe("?code=c&state=s");
  listener.close();
});
