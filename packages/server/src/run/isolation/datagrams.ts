// Datagrams through the wall. Doors lead connections alone, and sound comes as datagrams: each goes
// over a socket of the disk as a frame, which has the port inside that it is from or for (2 bytes), its
// length (2) and what it holds.
import { createSocket, type Socket as Datagrams } from "node:dgram";
import { connect, type Server, type Socket } from "node:net";
import { openListener } from "./doors.ts";

const LOOPBACK = "127.0.0.1";
const HEADER_BYTES = 4;
/** What may wait in one direction. What comes then is lost, as other datagrams are on their way. */
const WAITING_MAX_BYTES = 1_048_576;
/** Ports inside from which datagrams come, the latest ones. */
const PORTS_MAX = 100;

/** Opens the end outside, from which datagrams go to a port of this machine. */
export function leadDatagrams(path: string, port: number): Promise<Server | undefined> {
  return openListener({ path }, (link) => {
    const senders = new Map<number, Datagrams>();
    link.on("error", () => undefined);
    link.on("close", () => {
      for (const sender of senders.values()) sender.close();
    });
    const senderOf = (inner: number) => {
      const known = senders.get(inner);
      if (known !== undefined) return known;
      const [oldest] = senders.size < PORTS_MAX ? [] : senders;
      oldest?.[1].close();
      if (oldest !== undefined) senders.delete(oldest[0]);
      const sender = datagrams((bytes) => writeFrame(link, inner, bytes));
      senders.set(inner, sender);
      return sender;
    };
    readFrames(link, (inner, bytes) => senderOf(inner).send(bytes, port, LOOPBACK));
  });
}

/** Opens the end inside, where datagrams to a port arrive. @returns the port; 0 picks a free one */
export async function takeDatagrams(port: number, path: string): Promise<number> {
  const link = connect(path);
  link.on("error", () => undefined);
  const socket = datagrams((bytes, from) => writeFrame(link, from, bytes));
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, LOOPBACK, resolve);
  });
  link.on("close", () => socket.close());
  readFrames(link, (inner, bytes) => socket.send(bytes, inner, LOOPBACK));
  // Sound alone keeps no program from ending.
  socket.unref();
  link.unref();
  return socket.address().port;
}

function datagrams(arrived: (bytes: Buffer, from: number) => void): Datagrams {
  const socket = createSocket("udp4");
  socket.on("message", (bytes, { port }) => arrived(bytes, port));
  // A datagram that cannot be sent is lost, as others are.
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

function readFrames(link: Socket, arrived: (inner: number, bytes: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  link.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + rest.readUInt16BE(2);
      if (rest.length < end) return;
      arrived(rest.readUInt16BE(0), rest.subarray(HEADER_BYTES, end));
      rest = rest.subarray(end);
    }
  });
}
