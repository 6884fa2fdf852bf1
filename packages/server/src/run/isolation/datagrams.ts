// Carries datagrams through the wall. Relays only carry connections, and voice data comes as
// datagrams, so each is sent over a Unix socket as a frame: the inner port that it is from or for
// (2 bytes), its length (2), and its content.
import { createSocket, type Socket as Datagrams } from "node:dgram";
import { connect, type Server, type Socket } from "node:net";
import { openListener } from "./relays.ts";

const LOOPBACK = "127.0.0.1";
const HEADER_BYTES = 4;
/** The most bytes buffered in one direction. Further datagrams are dropped, as on any network. */
const WAITING_MAX_BYTES = 1_048_576;
/** The most inner ports that datagrams come from; older ones are closed. */
const PORTS_MAX = 100;

/** Opens the outer end, which sends datagrams to a port of this machine. */
export function forwardDatagrams(path: string, port: number): Promise<Server | undefined> {
  return openListener({ path }, (link) => {
    const senders = new Map<number, Datagrams>();
    link.on("error", () => undefined);
    link.on("close", () => {
      for (const sender of senders.values()) sender.close();
    });
    const senderOf = (inner: number) => {
      const existing = senders.get(inner);
      if (existing !== undefined) return existing;
      const [oldest] = senders.size < PORTS_MAX ? [] : senders;
      oldest?.[1].close();
      if (oldest !== undefined) senders.delete(oldest[0]);
      const sender = openDatagrams((bytes) => writeFrame(link, inner, bytes));
      senders.set(inner, sender);
      return sender;
    };
    readFrames(link, (inner, bytes) => senderOf(inner).send(bytes, port, LOOPBACK));
  });
}

/** Opens the inner end, which receives datagrams for a port (0: any free). @returns the port */
export async function receiveDatagrams(port: number, path: string): Promise<number> {
  const link = connect(path);
  link.on("error", () => undefined);
  const socket = openDatagrams((bytes, from) => writeFrame(link, from, bytes));
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, LOOPBACK, resolve);
  });
  link.on("close", () => socket.close());
  readFrames(link, (inner, bytes) => socket.send(bytes, inner, LOOPBACK));
  // This alone must not keep the process alive.
  socket.unref();
  link.unref();
  return socket.address().port;
}

function openDatagrams(onArrival: (bytes: Buffer, from: number) => void): Datagrams {
  const socket = createSocket("udp4");
  socket.on("message", (bytes, { port }) => onArrival(bytes, port));
  // A datagram that cannot be sent is dropped.
  socket.on("error", () => undefined);
  return socket;
}

function writeFrame(link: Socket, inner: number, bytes: Buffer): void {
  if (link.destroyed || link.writableLength > WAITING_MAX_BYTES) return;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(inner, 0);
  header.writeUInt16BE(bytes.length, 2);
  link.write(Buffer.concat([header, bytes]));
}

function readFrames(link: Socket, onArrival: (inner: number, bytes: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  link.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + rest.readUInt16BE(2);
      if (rest.length < end) return;
      onArrival(rest.readUInt16BE(0), rest.subarray(HEADER_BYTES, end));
      rest = rest.subarray(end);
    }
  });
}
