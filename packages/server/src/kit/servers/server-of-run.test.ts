// The server that the environment names.
import { afterEach, expect, test, vi } from "vitest";
import { ControlClient } from "../control-client.ts";
import { serverOfRun } from "./server-of-run.ts";

afterEach(() => vi.unstubAllEnvs());

test("a server that does not answer is named with its address", async () => {
  vi.stubEnv("ANTECHAMBER_URL", "http://127.0.0.1:1/");
  const control = new ControlClient(await serverOfRun());
  const message = "no service answers at http://127.0.0.1:1";
  await expect(control.call("GET /worlds")).rejects.toThrow(new Error(message));
});

test.each(["127.0.0.1:8010", "localhost:8010", "http://", "ws://127.0.0.1:8010"])(
  "%s is no address of one",
  async (url) => {
    vi.stubEnv("ANTECHAMBER_URL", url);
    await expect(serverOfRun()).rejects.toThrow(
      new TypeError(`ANTECHAMBER_URL is an address such as http://127.0.0.1:8010, not "${url}"`),
    );
  },
);
