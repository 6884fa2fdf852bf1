// The server whose URL is in the environment.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { ControlClient } from "../client/control-client.ts";
import { serverOfRun } from "./server-of-run.ts";

afterEach(() => vi.unstubAllEnvs());

test("a server that does not answer is reported with its URL", async () => {
  vi.stubEnv("ANTECHAMBER_URL", "http://127.0.0.1:1/");
  const control = new ControlClient(await serverOfRun());
  const message = "no service answers at http://127.0.0.1:1";
  await expect(control.call("GET /worlds")).rejects.toThrow(new Error(message));
});

test.each([200, 404])(
  "a different server that answers %d is reported with its URL",
  async (status) => {
    const other = createServer((_request, response) => {
      response.writeHead(status, { "content-type": "text/html" }).end("<!doctype html>");
    });
    await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    vi.stubEnv("ANTECHAMBER_URL", url);
    const control = new ControlClient(await serverOfRun());
    await expect(control.call("GET /worlds")).rejects.toThrow(
      new Error(`something other than an Antechamber service answers at ${url}`),
    );
    other.closeAllConnections();
    await new Promise((resolve) => void other.close(resolve));
  },
);

test.each(["127.0.0.1:8010", "localhost:8010", "http://", "ws://127.0.0.1:8010"])(
  "%s is refused as the URL of a server",
  async (url) => {
    vi.stubEnv("ANTECHAMBER_URL", url);
    await expect(serverOfRun()).rejects.toThrow(
      new TypeError(
        `ANTECHAMBER_URL must be an address such as http://127.0.0.1:8010, not "${url}"`,
      ),
    );
  },
);
