// The root certificates that a redirected program trusts: those of the system, and ours. The
// variables that name a bundle replace a program's own roots, so ours alone would break all its
// other calls.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCertificates } from "node:tls";

/** Where systems keep their bundles. Source: Go, crypto/x509 root_linux.go, root_bsd.go. */
const systemBundles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/ssl/cert.pem",
  "/opt/homebrew/etc/ca-certificates/cert.pem",
] as const;

export interface TrustBundles {
  /** A bundle of the system's roots and ours, as PEM. */
  readonly roots: string;
  /** The roots that Node adds to its own: ours, and those that the environment named before. */
  readonly added: string;
  /** The system's roots and ours as a Java trust store. */
  readonly javaStore: string;
  /** The system's own bundle; undefined if none was found. */
  readonly systemBundle: string | undefined;
}

/** The environment's trust settings before the redirection. */
export interface OriginalTrust {
  readonly SSL_CERT_FILE?: string | undefined;
  readonly NODE_EXTRA_CA_CERTS?: string | undefined;
}

/** The well-known default password: the store has no secrets. */
export const JAVA_STORE_PASSWORD = "changeit";

/** Writes the bundles into a folder. */
export async function writeTrustBundles(
  folder: string,
  certificate: string,
  before: OriginalTrust,
): Promise<TrustBundles> {
  const systemBundle = systemBundles.find((path) => textOf(path) !== undefined);
  const text = textOf(before.SSL_CERT_FILE) ?? textOf(systemBundle) ?? rootCertificates.join("\n");
  const bundles = {
    roots: join(folder, "roots.pem"),
    added: join(folder, "added.pem"),
    javaStore: join(folder, "roots.jks"),
  };
  await writeFile(bundles.roots, `${text.trimEnd()}\n${certificate}`);
  await writeFile(bundles.added, `${textOf(before.NODE_EXTRA_CA_CERTS) ?? ""}\n${certificate}`);
  await writeFile(
    bundles.javaStore,
    javaStore([...certificatesIn(text), ...certificatesIn(certificate)]),
  );
  return { ...bundles, systemBundle };
}

function textOf(path: string | undefined): string | undefined {
  if (path === undefined || path === "") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function certificatesIn(pem: string): readonly Buffer[] {
  const found = pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g);
  return [...found].map(([, base64 = ""]) => Buffer.from(base64, "base64"));
}

const MAGIC = 0xfe_ed_fe_ed;
const VERSION = 2;
const TRUSTED_CERTIFICATE = 2;
/** The constant that Java hashes between the password and the content. */
const WHITENER = "Mighty Aphrodite";

/** A trust store in Java's own format. Source: OpenJDK, sun.security.provider.JavaKeyStore. */
function javaStore(certificates: readonly Buffer[]): Buffer {
  const entries = certificates.flatMap((certificate, i) => [
    uint32(TRUSTED_CERTIFICATE),
    utf(`root ${i}`),
    Buffer.alloc(8),
    utf("X.509"),
    uint32(certificate.length),
    certificate,
  ]);
  const head = [uint32(MAGIC), uint32(VERSION), uint32(certificates.length)];
  const content = Buffer.concat([...head, ...entries]);
  const secret = Buffer.from(JAVA_STORE_PASSWORD, "utf16le").swap16();
  const digest = createHash("sha1").update(secret).update(WHITENER).update(content).digest();
  return Buffer.concat([content, digest]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function utf(text: string): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(Buffer.byteLength(text));
  return Buffer.concat([bytes, Buffer.from(text)]);
}
