// An application that is only reached by HTTP: it verifies every request with its public key, by
// the library that applications use for it, and never connects to the gateway.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyKey } from "discord-interactions";
import { afterEach, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

interface Received {
  readonly type: number;
  readonly id: string;
  readonly token: string;
  readonly application_id: string;
  readonly data: { readonly name?: string; readonly custom_id?: string };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function isGenuine(request: IncomingMessage, body: Buffer, publicKey: string): Promise<boolean> {
  const signature = String(request.headers["x-signature-ed25519"]);
  const moment = String(request.headers["x-signature-timestamp"]);
  return verifyKey(body, signature, moment, publicKey);
}

/**
 * An HTTP application; it may answer with a callback inline, or with undefined to accept with a
 * 202.
 */
async function anApplication(
  publicKey: () => string,
  answer: (interaction: Received) => object | undefined,
): Promise<string> {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    if (!(await isGenuine(request, body, publicKey()))) {
      response.writeHead(401).end("invalid request signature");
      return;
    }
    const interaction = JSON.parse(body.toString()) as Received;
    const reply = interaction.type === 1 ? { type: 1 } : answer(interaction);
    if (reply === undefined) response.writeHead(202).end();
    else response.setHeader("content-type", "application/json").end(JSON.stringify(reply));
  }
  const server: Server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/interactions`;
}

async function aRunningService(): Promise<TestService> {
  const service = await aService();
  cleanups.push(() => service.stop());
  return service;
}

const at = { application: "Concierge", channel: "general" };
const button = { type: 2, style: 1, label: "More", custom_id: "more" };

test("an application sets its endpoint, registers a command and answers over HTTP", async () => {
  const service = await aRunningService();
  const own = await service.asBot("GET /applications/@me");
  const publicKey = String(own.at("verify_key"));
  const url = await anApplication(
    () => publicKey,
    ({ type }) =>
      type === 3
        ? { type: 7, data: { content: "more", components: [] } }
        : { type: 4, data: { content: "pong", components: [{ type: 1, components: [button] }] } },
  );
  const saved = await service.asBot("PATCH /applications/@me", { interactions_endpoint_url: url });
  expect([saved.status, saved.at("interactions_endpoint_url")]).toEqual([200, url]);
  const base = `/applications/${demo.applicationId}/commands`;
  await service.asBot(`POST ${base}`, { name: "ping", description: "Answers pong" });

  const replied = await service.control("POST /users/alice/invoke", { ...at, command: "ping" });
  expect(replied.body).toMatchObject({ outcome: "replied", messages: [{ content: "pong" }] });
  const message = String(replied.at("messages", 0, "id"));
  const click = { message, custom_id: "more" };
  const clicked = await service.control("POST /users/alice/click", click);
  expect(clicked.body).toMatchObject({
    outcome: "replied",
    messages: [{ id: message, content: "more" }],
  });
});

test("an application acknowledges first, and answers through the callback endpoint", async () => {
  const service = await aRunningService();
  const publicKey = String((await service.asBot("GET /applications/@me")).at("verify_key"));
  const url = await anApplication(
    () => publicKey,
    ({ id, token, application_id }) => {
      const callback = `POST /interactions/${id}/${token}/callback`;
      const original = `PATCH /webhooks/${application_id}/${token}/messages/@original`;
      void service
        .call(callback, { body: { type: 5 } })
        .then(() => service.call(original, { body: { content: "in the end" } }));
      return undefined;
    },
  );
  await service.asBot("PATCH /applications/@me", { interactions_endpoint_url: url });
  const base = `/applications/${demo.applicationId}/commands`;
  await service.asBot(`POST ${base}`, { name: "ping", description: "Answers pong" });
  const outcome = await service.control("POST /users/alice/invoke", { ...at, command: "ping" });
  expect(outcome.body).toMatchObject({
    outcome: "replied",
    deferred: true,
    messages: [{ content: "in the end" }],
  });
});

test("an endpoint that fails verification cannot be set", async () => {
  const service = await aRunningService();
  const wrongKey = "0".repeat(63) + "1";
  const url = await anApplication(
    () => wrongKey,
    () => ({ type: 4 }),
  );
  const saved = await service.asBot("PATCH /applications/@me", { interactions_endpoint_url: url });
  expect(saved.body).toMatchObject({
    code: 50035,
    errors: {
      interactions_endpoint_url: {
        _errors: [{ message: "The specified interactions endpoint url could not be verified." }],
      },
    },
  });
});
