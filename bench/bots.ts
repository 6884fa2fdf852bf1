// Bots that answer every interaction at once: one for the bare program, one for the service.
import { Agent, request } from "node:http";
import { WebSocket } from "ws";
import { CONNECTIONS } from "./load.ts";

export interface Bot {
  close(): void;
}

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
    answer(`${url}/callback/${d.id}`, '{"type":4,"data":{"content":"pong"}}');
  });
  return { close: () => socket.close() };
}

interface Frame {
  readonly op: number;
  readonly t: string | null;
  readonly d: { id: string; token: string };
}

/** Signs in to the service's gateway and answers interactions with a message. */
export async function serviceBot(url: string, token: string): Promise<Bot> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/gateway/?v=10&encoding=json`);
  const properties = { os: "linux", browser: "bench", device: "bench" };
  const ready = new Promise<void>((resolve) => {
    socket.on("message", (frame: Buffer) => {
      const { op, t, d } = JSON.parse(frame.toString()) as Frame;
      if (op === 10) socket.send(JSON.stringify({ op: 2, d: { token, intents: 0, properties } }));
      if (t === "READY") resolve();
      if (t === "INTERACTION_CREATE") {
        answer(
          `${url}/api/v10/interactions/${d.id}/${d.token}/callback`,
          '{"type":4,"data":{"content":"pong"}}',
        );
      }
    });
  });
  await opened(socket);
  await ready;
  return { close: () => socket.close() };
}
