// Applications that answer every interaction at once, over the gateway or by HTTP, for the bare
// program and for the service.
import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { CONNECTIONS } from "./load.ts";
import { asBot, send } from "./send.ts";

export interface Bot {
  close(): void | Promise<void>;
}

const ANSWER = '{"type":4,"data":{"content":"pong"}}';

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function answer(url: string, body: string): void {
  const call = request(url, {
    method: "POST",
    agent,
    headers: { "content-type": "application/json" },
  });
  call.on("response", (response) => response.resume());
  call.on("error", () => undefined);
  call.end(body);
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
}

/** Answers the bare program's frames. */
export async function bareBot(url: string): Promise<Bot> {
  const socket = new WebSocket(url.replace("http", "ws"));
  await opened(socket);
  socket.on("message", (frame: Buffer) => {
    const { d } = JSON.parse(frame.toString()) as { d: { id: string } };
    answer(`${url}/callback/${d.id}`, ANSWER);
  });
  return { close: () => socket.close() };
}

interface Frame {
  readonly op: number;
  readonly t: string | null;
  readonly d: { id: string; token: string };
}

/** Identifies at the service's gateway and answers interactions with a message. */
export async function serviceBot(url: string, token: string): Promise<Bot> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/gateway/?v=10&encoding=json`);
  const properties = { os: "linux", browser: "bench", device: "bench" };
  const ready = new Promise<void>((resolve) => {
    socket.on("message", (frame: Buffer) => {
      const { op, t, d } = JSON.parse(frame.toString()) as Frame;
      if (op === 10) socket.send(JSON.stringify({ op: 2, d: { token, intents: 0, properties } }));
      if (t === "READY") resolve();
      if (t === "INTERACTION_CREATE") {
        answer(`${url}/api/v10/interactions/${d.id}/${d.token}/callback`, ANSWER);
      }
    });
  });
  await opened(socket);
  await ready;
  return { close: () => socket.close() };
}

/** The prefix of an Ed25519 public key's 32 bytes in DER. Source: RFC 8410. */
const KEY_HEAD = "302a300506032b6570032100";

function publicKey(hex: string): KeyObject {
  return createPublicKey({ key: Buffer.from(KEY_HEAD + hex, "hex"), format: "der", type: "spki" });
}

function isSigned(call: IncomingMessage, body: string, key: KeyObject): boolean {
  const signature = String(call.headers["x-signature-ed25519"]);
  const signed = `${String(call.headers["x-signature-timestamp"])}${body}`;
  return verify(null, Buffer.from(signed), key, Buffer.from(signature, "hex"));
}

/**
 * An application that answers in the HTTP response. It only verifies the signatures of PINGs,
 * because the cost of verifying belongs to the application, not the service.
 */
function answerInline(key: KeyObject | undefined): Parameters<typeof createServer>[1] {
  return (call: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    call.on("data", (chunk: Buffer) => chunks.push(chunk));
    call.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const isPing = key !== undefined && (JSON.parse(body) as { type: number }).type === 1;
      const isRefused = isPing && !isSigned(call, body, key);
      response.writeHead(isRefused ? 401 : 200, { "content-type": "application/json" });
      response.end(isPing ? '{"type":1}' : ANSWER);
    });
  };
}

async function anEndpoint(key?: KeyObject) {
  const server = createServer({ keepAliveTimeout: 60_000 }, answerInline(key));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/` };
}

/** Answers the requests of the bare program. */
export async function bareEndpoint(url: string): Promise<Bot> {
  const endpoint = await anEndpoint();
  await send(`${url}/endpoint`, { method: "PUT", body: { url: endpoint.url } });
  return { close: () => void endpoint.server.close() };
}

/** Answers the service's requests to the application of a bot's token. */
export async function serviceEndpoint(url: string, token: string): Promise<Bot> {
  const path = `${url}/api/v10/applications/@me`;
  const headers = asBot(token);
  const change = (body: object) => send(path, { method: "PATCH", headers, body });
  const own = JSON.parse(await send(path, { headers })) as { verify_key: string };
  const endpoint = await anEndpoint(publicKey(own.verify_key));
  await change({ interactions_endpoint_url: endpoint.url });
  return {
    async close() {
      await change({ interactions_endpoint_url: null });
      endpoint.server.close();
    },
  };
}
