// UDP packets of voice: IP discovery, keep-alive and sound. Source: protocol: voice 2.

/** Type, length, ssrc, address, port. */
const DISCOVERY_BYTES = 74;
const DISCOVERY_REQUEST = 1;
const DISCOVERY_RESPONSE = 2;
/** The length of what follows type and length. */
const DISCOVERY_REST = 70;
const ADDRESS_AT = 8;
const PORT_AT = 72;

/** A counter, which is echoed. */
const KEEP_ALIVE_BYTES = 8;

/** The fixed header of RTP. Source: RFC 3550 5.1. */
const RTP_HEADER_BYTES = 12;
const RTP_VERSION = 2;
const SSRC_AT = 8;

export type VoicePacket =
  | { readonly kind: "discovery"; readonly ssrc: number }
  | { readonly kind: "keep alive" }
  | { readonly kind: "sound"; readonly ssrc: number };

/** The kind of a packet; undefined for any other data. */
export function readPacket(packet: Buffer): VoicePacket | undefined {
  if (packet.length === DISCOVERY_BYTES && packet.readUInt16BE(0) === DISCOVERY_REQUEST) {
    return { kind: "discovery", ssrc: packet.readUInt32BE(4) };
  }
  if (packet.length === KEEP_ALIVE_BYTES) return { kind: "keep alive" };
  const isRtp = packet.length > RTP_HEADER_BYTES && packet.readUInt8(0) >> 6 === RTP_VERSION;
  return isRtp ? { kind: "sound", ssrc: packet.readUInt32BE(SSRC_AT) } : undefined;
}

/** The response to IP discovery: the address that the packet came from. */
export function discoveryResponse(
  ssrc: number,
  { address, port }: { readonly address: string; readonly port: number },
): Buffer {
  const packet = Buffer.alloc(DISCOVERY_BYTES);
  packet.writeUInt16BE(DISCOVERY_RESPONSE, 0);
  packet.writeUInt16BE(DISCOVERY_REST, 2);
  packet.writeUInt32BE(ssrc, 4);
  packet.write(address, ADDRESS_AT, "latin1");
  packet.writeUInt16BE(port, PORT_AT);
  return packet;
}
