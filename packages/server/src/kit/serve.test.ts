// The forms in which an application that takes its interactions by HTTP is given to a world.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./runners/vitest.ts";
import { CannotDo } from "./errors.ts";

const nowhere = "http://127.0.0.1:1";

test("a server of node:http is served as it is, and need not listen", async ({ world }) => {
  const server = createServer((_, outgoing) => outgoing.writeHead(401).end());
  const served = await world.serve("Concierge", server);
  expect(served.probes).toEqual({ ping: "refused", wrongSignature: 401 });
  expect(server.listening).toBe(false);
});

test("the reason why nobody answers at an address is told", async ({ world }) => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const at = `http://127.0.0.1:${port}`;
  await expect(world.serve("Concierge", at)).rejects.toThrow(
    `the application at ${at} failed: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
});

test("what a handler throws is the cause of the failure", async ({ world }) => {
  const cause = new Error("out of order");
  const serving = world.serve("Concierge", () => Promise.reject(cause));
  await expect(serving).rejects.toMatchObject({
    message: "the application failed: out of order",
    cause,
  });
});

test.for([nowhere, new URL(nowhere)])(
  "an address that does not answer is named",
  async (at, { world }) => {
    const serving = world.serve("Concierge", at);
    await expect(serving).rejects.toThrow(CannotDo);
    await expect(serving).rejects.toThrow(nowhere);
  },
);
