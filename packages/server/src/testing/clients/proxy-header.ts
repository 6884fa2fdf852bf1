/**
 * The header that a proxy sends at the start of a connection, in the PROXY protocol's binary
 * format.
 */
export function proxyHeader(of: {
  readonly source: readonly number[];
  readonly command?: number;
  readonly family?: number;
  readonly beside?: Buffer;
}): Buffer {
  const { source, command = 0x21, beside = Buffer.alloc(0) } = of;
  const family = of.family ?? (source.length === 16 ? 0x21 : 0x11);
  const ports = Buffer.from([0x12, 0x34, 0x01, 0xbb]);
  const body = Buffer.concat([Buffer.from([...source, ...source]), ports, beside]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length);
  const signature = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
  return Buffer.concat([signature, Buffer.from([command, family]), length, body]);
}
