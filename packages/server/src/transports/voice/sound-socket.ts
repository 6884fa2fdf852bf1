// The UDP socket for sound: replies to IP discovery, and counts what clients send.
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { discoveryResponse, readPacket } from "./packets.ts";

const LOOPBACK = "127.0.0.1";

/** The sender with an SSRC. */
export interface SoundSource {
  /** Counts received sound; packets above the limit are ignored. */
  received(bytes: number): void;
}

export class SoundSocket {
  readonly #sources = new Map<number, SoundSource>();
  #socket: Promise<Socket> | undefined;

  /** The address of the socket, which is opened on first use. */
  async address(): Promise<{ readonly ip: string; readonly port: number }> {
    const { port } = (await (this.#socket ??= this.#open())).address();
    return { ip: LOOPBACK, port };
  }

  add(ssrc: number, source: SoundSource): void {
    this.#sources.set(ssrc, source);
  }

  remove(ssrc: number): void {
    this.#sources.delete(ssrc);
  }

  async close(): Promise<void> {
    const socket = await this.#socket;
    this.#socket = undefined;
    if (socket !== undefined) await new Promise<void>((resolve) => socket.close(resolve));
  }

  async #open(): Promise<Socket> {
    const socket = createSocket("udp4");
    socket.on("message", (packet, from) => this.#take(socket, packet, from));
    // A packet that cannot be sent is lost, as UDP allows.
    socket.on("error", () => undefined);
    await new Promise<void>((resolve) => socket.bind(0, LOOPBACK, resolve));
    // The socket alone must not keep the process running.
    socket.unref();
    return socket;
  }

  #take(socket: Socket, bytes: Buffer, from: RemoteInfo): void {
    const packet = readPacket(bytes);
    if (packet === undefined) return;
    if (packet.kind === "keep alive") return socket.send(bytes, from.port, from.address);
    const source = this.#sources.get(packet.ssrc);
    if (source === undefined) return;
    if (packet.kind === "sound") return source.received(bytes.length);
    socket.send(discoveryResponse(packet.ssrc, from), from.port, from.address);
  }
}
