// Certificates of one shape: an authority that is constrained to a few names, and certificates for
// those names. Source: RFC 5280, 4.1 and 4.2; RFC 5480.
import { createHash, createPublicKey, sign, type KeyObject } from "node:crypto";
import type { Millis } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import {
  bits,
  identifier,
  integer,
  octets,
  sequence,
  setOf,
  encode,
  text,
  time,
  TRUE,
} from "./der.ts";

/** The key and name of the issuing authority. */
export interface Signer {
  readonly key: KeyObject;
  readonly name: string;
}

/** The period of validity. */
export interface Validity {
  readonly fromMs: Millis;
  readonly untilMs: Millis;
}

const SERIAL_BYTES = 16;

const oid = {
  ecdsaWithSha256: identifier("1.2.840.10045.4.3.2"),
  commonName: identifier("2.5.4.3"),
  subjectKeyId: identifier("2.5.29.14"),
  keyUsage: identifier("2.5.29.15"),
  subjectAltName: identifier("2.5.29.17"),
  basicConstraints: identifier("2.5.29.19"),
  nameConstraints: identifier("2.5.29.30"),
  authorityKeyId: identifier("2.5.29.35"),
  extendedKeyUsage: identifier("2.5.29.37"),
  serverAuth: identifier("1.3.6.1.5.5.7.3.1"),
};

const algorithm = sequence(oid.ecdsaWithSha256);

/** Values of the keyUsage extension: keyCertSign and cRLSign; digitalSignature. */
const SIGNS_CERTIFICATES = bits(Buffer.from([0x06]), 1);
const SIGNS_HANDSHAKES = bits(Buffer.from([0x80]), 7);

function extension(id: Buffer, content: Buffer, critical?: "critical"): Buffer {
  return sequence(id, ...(critical === undefined ? [] : [TRUE]), octets(content));
}

function dnsName(name: string): Buffer {
  return encode(0x82, Buffer.from(name));
}

function addresses(length: number): Buffer {
  return sequence(encode(0x87, Buffer.alloc(length)));
}

/** Excludes every IP address: an address and its mask, all zero, for IPv4 and for IPv6. */
const anyAddress = [addresses(8), addresses(32)];

function nameConstraints(domains: readonly string[]): Buffer {
  const permitted = encode(0xa0, ...domains.map((domain) => sequence(dnsName(domain))));
  return sequence(permitted, encode(0xa1, ...anyAddress));
}

function distinguishedName(name: string): Buffer {
  return sequence(setOf(sequence(oid.commonName, text(name))));
}

function publicPart(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: "spki", format: "der" });
}

/** The SHA-1 hash of the public key's bits. Source: RFC 5280, 4.2.1.2. */
function keyId(key: KeyObject): Buffer {
  const P256_POINT_BYTES = 65;
  return createHash("sha1").update(publicPart(key).subarray(-P256_POINT_BYTES)).digest();
}

interface Body {
  readonly subject: string;
  readonly key: KeyObject;
  readonly validity: Validity;
  readonly extensions: readonly Buffer[];
}

/** A signed certificate as PEM. */
function signCertificate(
  signer: Signer,
  { subject, key, validity, extensions }: Body,
  random: Random,
) {
  const body = sequence(
    encode(0xa0, integer(Buffer.from([2]))),
    integer(serial(random)),
    algorithm,
    distinguishedName(signer.name),
    sequence(time(validity.fromMs), time(validity.untilMs)),
    distinguishedName(subject),
    publicPart(key),
    encode(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", body, { key: signer.key, dsaEncoding: "der" });
  return pem(sequence(body, algorithm, bits(signature)));
}

/** A random serial number whose first byte is not zero, since DER requires the shortest form. */
function serial(random: Random): Uint8Array {
  const bytes = random.bytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

const PEM_LINE_LENGTH = 64;

function pem(der: Buffer): string {
  const lines = der.toString("base64").match(new RegExp(`.{1,${PEM_LINE_LENGTH}}`, "g")) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

/** The certificate of an authority that is constrained to these domains and their subdomains. */
export function authorityCertificate(
  signer: Signer,
  { domains, validity, random }: { domains: readonly string[]; validity: Validity; random: Random },
): string {
  const extensions = [
    extension(oid.basicConstraints, sequence(TRUE, integer(Buffer.from([0]))), "critical"),
    extension(oid.keyUsage, SIGNS_CERTIFICATES, "critical"),
    extension(oid.nameConstraints, nameConstraints(domains), "critical"),
    extension(oid.subjectKeyId, octets(keyId(signer.key))),
    extension(oid.authorityKeyId, sequence(encode(0x80, keyId(signer.key)))),
  ];
  return signCertificate(
    signer,
    { subject: signer.name, key: signer.key, validity, extensions },
    random,
  );
}

/** Whether the name constraints of an authority's certificate (DER) are exactly these domains. */
export function isConstrainedTo(certificate: Buffer, domains: readonly string[]): boolean {
  return certificate.includes(nameConstraints(domains));
}

/** The certificate of one name, for a server with this key. */
export function serverCertificate(
  signer: Signer,
  { name, key, validity }: { name: string; key: KeyObject; validity: Validity },
  random: Random,
): string {
  const extensions = [
    extension(oid.basicConstraints, sequence(), "critical"),
    extension(oid.keyUsage, SIGNS_HANDSHAKES, "critical"),
    extension(oid.extendedKeyUsage, sequence(oid.serverAuth)),
    extension(oid.subjectAltName, sequence(dnsName(name))),
    extension(oid.subjectKeyId, octets(keyId(key))),
    extension(oid.authorityKeyId, sequence(encode(0x80, keyId(signer.key)))),
  ];
  return signCertificate(signer, { subject: name, key, validity, extensions }, random);
}
