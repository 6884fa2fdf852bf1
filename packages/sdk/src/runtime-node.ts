// The runtime of Node: it opens addresses in the system's browser, and listens on the loopback
// interface for the redirect. Source: protocol: lobbies-and-sdk 8.4.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Runtime } from "./runtime.ts";

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

const DONE_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Done</title>
<p>Done. You can close this window and go back to the game.</p></html>`;

export const runtime: Runtime = {
  async openUrl(url) {
    const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
    await once(child, "spawn");
    child.unref();
  },

  async listenForRedirect(path) {
    const redirected = Promise.withResolvers<URL>();
    const server = createServer((request, response) => {
      // Pages and programs of this machine can send any target, also one that is no URL.
      const url = URL.parse(request.url ?? "/", redirectUri);
      const isTheOne = request.method === "GET" && url?.pathname === path;
      response.writeHead(isTheOne ? 200 : 404, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        connection: "close",
      });
      response.end(isTheOne ? DONE_PAGE : "");
      if (isTheOne) redirected.resolve(url);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const redirectUri = `http://127.0.0.1:${port}${path}`;
    return { redirectUri, redirected: redirected.promise, close: () => server.close() };
  },
};
