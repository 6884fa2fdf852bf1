// Serving an application that receives its interactions over HTTP, in each form the kit accepts.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./runners/vitest.ts";
import { CannotDo } from "./client/errors.ts";
import { serveApp, type ExpressApp, type WorkerContext, type WorkerEnvironment } from "./serve.ts";

const nowhere = "http://127.0.0.1:1";

test("serve accepts a server of node:http that does not listen", async ({ world }) => {
  const server = createServer((_, outgoing) => outgoing.writeHead(401).end());
  const served = await world.serve("Concierge", server);
  expect(served.probes).toEqual({ ping: "refused", wrongSignature: 401 });
  expect(server.listening).toBe(false);
});

test("serve reports why an application at a URL cannot be reached", async ({ world }) => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const at = `http://127.0.0.1:${port}`;
  await expect(world.serve("Concierge", at)).rejects.toThrow(
    `the application at ${at} failed: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
});

test("serve stops its server if the URL cannot be registered", async ({ world }) => {
  const env = { DISCORD_APPLICATION_ID: "1", DISCORD_PUBLIC_KEY: "", DISCORD_TOKEN: "" };
  const urls: string[] = [];
  const serving = serveApp(
    () => new Response(null, { status: 401 }),
    { env: { ...env, DISCORD_API: world.api } },
    async (url) => {
      urls.push(url);
      throw new Error("out of order");
    },
  );
  await expect(serving).rejects.toThrow("out of order");
  const [url = ""] = urls;
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("serve reports the error of a handler as the cause of the failure", async ({ world }) => {
  const cause = new Error("out of order");
  const serving = world.serve("Concierge", () => Promise.reject(cause));
  await expect(serving).rejects.toMatchObject({
    message: "the application failed: out of order",
    cause,
  });
});

test.for([nowhere, new URL(nowhere)])(
  "serve names a URL that does not answer",
  async (at, { world }) => {
    const serving = world.serve("Concierge", at);
    await expect(serving).rejects.toThrow(CannotDo);
    await expect(serving).rejects.toThrow(nowhere);
  },
);

test("the public key of each application is known before it is served", async ({ world }) => {
  await world.add("applications", { name: "Quiz" });
  for (const each of [world, await world.fork()]) {
    for (const name of ["Arena", "Quiz"]) {
      const { botToken, publicKey } = each.application(name);
      const headers = { authorization: `Bot ${botToken}` };
      const own = await fetch(`${each.api}/v10/applications/@me`, { headers });
      expect(await own.json()).toMatchObject({ verify_key: publicKey });
      expect(each.env({ as: name }).DISCORD_PUBLIC_KEY).toBe(publicKey);
    }
  }
});

/** Has one path for interactions, as apps on express do, and rejects every signature. */
function routed(incoming: { readonly url?: string | undefined }, outgoing: ServerResponse): void {
  outgoing.writeHead(incoming.url === "/interactions" ? 401 : 404).end();
}

/** An express app: a function with methods. */
const express: ExpressApp = Object.assign(routed.bind(undefined), {
  engine: () => undefined,
  listen: () => undefined,
});

test.for([
  ["a server", () => createServer(routed)],
  ["a listener", () => ({ node: routed })],
  ["an application of express", () => express],
  ["a worker", () => routedWorker],
] as const)("%s can receive interactions at a custom path", async ([, app], { world }) => {
  const served = await world.serve("Concierge", app(), { path: "/interactions" });
  expect(served.probes).toEqual({ ping: "refused", wrongSignature: 401 });
  expect(new URL(served.url).pathname).toBe("/interactions");
});

function routedWorker({ url }: Request): Response {
  return new Response(null, { status: new URL(url).pathname === "/interactions" ? 401 : 404 });
}

test("a worker may continue after its response, and declare additional bindings", async ({
  world,
}) => {
  const done = Promise.withResolvers<string>();
  const worker = {
    async fetch(_request: Request, env: WorkerEnvironment & { KV: object }, ctx: WorkerContext) {
      ctx.waitUntil(Promise.resolve().then(() => done.resolve(env.DISCORD_TOKEN)));
      return new Response(null, { status: 401 });
    },
  };
  await world.serve("Concierge", worker);
  expect(await done.promise).toBe(world.application("Concierge").botToken);
});

test.for(["as a module", "as a function"])(
  "a worker %s may declare an environment of its own",
  async (form, { world }) => {
    const environments: object[] = [];
    interface Env {
      readonly DISCORD_PUBLIC_KEY: string;
      readonly KV: object;
    }
    const fetch = (_request: Request, env: Env) => {
      environments.push(env);
      return new Response(null, { status: 401 });
    };
    await world.serve("Concierge", form === "as a module" ? { fetch } : fetch);
    const { publicKey } = world.application("Concierge");
    expect(environments[0]).toMatchObject({ DISCORD_PUBLIC_KEY: publicKey });
  },
);

test("a 404 answer suggests setting the path for interactions", async ({ world }) => {
  await world.serve("Concierge", { node: routed });
  expect(world.failureNotes).toContain(
    'Concierge receives no interactions over HTTP: it answers POST / with 404: pass where it takes interactions, { path: "/interactions" }',
  );
});

test("serve takes the path from the URL or from the path option", async ({ world }) => {
  const server = createServer(routed);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const at = `http://127.0.0.1:${port}`;
  const first = await world.serve("Concierge", `${at}/interactions`);
  const second = await world.serve("Concierge", at, { path: "/interactions" });
  for (const { probes } of [first, second]) expect(probes.wrongSignature).toBe(401);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
