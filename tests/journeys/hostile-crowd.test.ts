// The real program under a thousand concurrent connections that send malicious bodies.
import { existsSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { startProgram } from "../../packages/server/src/testing/processes/start-program.ts";

const CONNECTIONS = 1000;
const MIB = 1024 * 1024;
const PAGE_BYTES = 4096;
const MEMORY_MAX_MIB = 256;
/** Ten times what an idle machine needs, in milliseconds. */
const HEALTH_MAX_MS = 300;
/** How long response times are measured after the last connection was opened, in milliseconds. */
const MEASURED_MS = 4000;

/** The hostile requests: the request line, the content type, and the body. */
const hostile: readonly (readonly [string, string, Buffer])[] = [
  ["POST /api/v10/interactions/1/x/callback", "application/x-www-form-urlencoded", of("a&")],
  ["POST /api/v10/interactions/1/x/callback", "application/json", of("{},")],
  ["POST /api/v10/webhooks/1/x", "multipart/form-data; boundary=b", of("\r\n--b\r\n\r\n")],
  ["POST /api/v10/oauth2/token", "application/x-www-form-urlencoded", of("a&", 60_000)],
  ["POST /api/v10/partner-sdk/token", "application/json", of("[", 60_000)],
  ["POST /oauth2/sign-in", "application/x-www-form-urlencoded", of("a&", 60_000)],
  ["GET /api/v10/gateway", "application/json", of("1")],
  ["POST /nowhere", "application/json", of("1")],
];

function of(unit: string, bytes = 2 * MIB): Buffer {
  return Buffer.alloc(bytes, unit);
}

/** Sends one body; every third one is never completed. */
function attack(port: number, index: number): Socket {
  const [line, type, body] = hostile[index % hostile.length] ?? ["", "", Buffer.alloc(0)];
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  const isHeld = index % 3 === 0;
  socket.write(
    `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(isHeld ? body.subarray(0, body.length - 1) : body);
  return socket;
}

function residentMiB(pid: number): number {
  const statm = `/proc/${pid}/statm`;
  if (!existsSync(statm)) return 0;
  return (Number(readFileSync(statm, "utf8").split(" ")[1]) * PAGE_BYTES) / MIB;
}

test("a thousand concurrent malicious bodies neither stall the service nor exhaust its memory", async () => {
  const program = await startProgram(["start", "--port", "0", "--store", "sqlite::memory:"]);
  const sockets: Socket[] = [];
  try {
    const port = Number(new URL(program.url).port);
    await (await fetch(`${program.url}/healthz`)).text();
    const atRest = residentMiB(program.pid);
    let peak = atRest;
    const times: number[] = [];
    const ask = async () => {
      const began = performance.now();
      expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
      times.push(performance.now() - began);
      peak = Math.max(peak, residentMiB(program.pid));
    };
    for (let i = 0; i < CONNECTIONS; i++) {
      sockets.push(attack(port, i));
      if (i % 20 === 0) await ask();
    }
    const until = performance.now() + MEASURED_MS;
    while (performance.now() < until) await ask();
    const slowest = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;
    expect(slowest).toBeLessThan(HEALTH_MAX_MS);
    expect(peak - atRest).toBeLessThan(MEMORY_MAX_MIB);
  } finally {
    for (const socket of sockets) socket.destroy();
    expect(await program.stop()).toBe(0);
  }
}, 60_000);
