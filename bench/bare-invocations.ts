// Invocations of the bare program: each is stored, sent to a bot over its socket or to an endpoint
// by signed HTTP, and answered to the invoking client.
import { generateKeyPairSync, sign } from "node:crypto";
import { Agent, request as callOut, type IncomingMessage, type ServerResponse } from "node:http";
import type { WebSocket } from "ws";
import { bodyOf, send } from "./bare-http.ts";
import { durably, index, nextId, put } from "./bare-store.ts";

let bot: WebSocket | undefined;

/** Sets the socket to which interactions are sent. */
export function setBot(socket: WebSocket): void {
  bot = socket;
}

/** Invocations by id that wait for the bot's answer. */
const invocations = new Map<string, ServerResponse>();

/** Stores an interaction, and returns its id and what is sent to the application. */
function begun(text: string, then: (id: string, d: string) => void): void {
  const id = nextId();
  const d = JSON.stringify({
    id,
    token: id,
    type: 2,
    version: 1,
    data: JSON.parse(text) as unknown,
  });
  const record = () => {
    put.run(`interaction:${id}`, d);
    put.run(`job:${id}`, d);
  };
  durably(record, () => then(id, d));
}

/** Stores the answer, and returns the message that it becomes. */
function answered(id: string, text: string, then: (message: string) => void): void {
  const message = JSON.stringify({
    id: nextId(),
    channel_id: "300000000000000021",
    ...(JSON.parse(text) as object),
  });
  const record = () => {
    put.run(`message:${id}`, message);
    put.run(`interaction:${id}`, message);
    index.run(`interaction:${id}`, id);
  };
  durably(record, () => then(message));
}

function reply(waitingFor: ServerResponse, message: string): void {
  send(waitingFor, 200, `{"outcome":"replied","messages":[${message}]}`);
}

export function invoke(request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    begun(text, (id, d) => {
      invocations.set(id, response);
      bot?.send(`{"op":0,"s":1,"t":"INTERACTION_CREATE","d":${d}}`);
    });
  });
}

export function callback(id: string, request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    answered(id, text, (message) => {
      response.writeHead(204).end();
      const waitingFor = invocations.get(id);
      invocations.delete(id);
      if (waitingFor !== undefined) reply(waitingFor, message);
    });
  });
}

const { privateKey } = generateKeyPairSync("ed25519");
const agent = new Agent({ keepAlive: true });
let endpoint = "";

export function setEndpoint(request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    endpoint = (JSON.parse(text) as { url: string }).url;
    response.writeHead(204).end();
  });
}

/** Posts a signed interaction to the application, whose response is the answer. */
export function invokeByHttp(request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    begun(text, (id, d) => {
      const at = `${Math.floor(Date.now() / 1000)}`;
      const signature = sign(null, Buffer.from(at + d), privateKey).toString("hex");
      const headers = {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(d),
        "x-signature-ed25519": signature,
        "x-signature-timestamp": at,
      };
      const call = callOut(endpoint, { method: "POST", agent, headers });
      call.on("response", (inline) => {
        bodyOf(inline, (answer) => answered(id, answer, (message) => reply(response, message)));
      });
      call.on("error", () => response.destroy());
      call.end(d);
    });
  });
}
