// Verifies the certificates with three implementations: Node, OpenSSL and Python's ssl module.
import { execFile } from "node:child_process";
import { generateKeyPairSync, X509Certificate, type KeyObject } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createSecureContext, createServer } from "node:tls";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { guardedDomains } from "../../platform/network/guarded-names.ts";
import { secureRandom } from "../../platform/random.ts";
import { openAuthority } from "./authority.ts";
import { authorityCertificate, serverCertificate } from "./certificate.ts";

const run = promisify(execFile);
const DAY_MS = 86_400_000;

const newKey = (): KeyObject => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const now = Date.now();
const validity = { fromMs: now - DAY_MS, untilMs: now + 30 * DAY_MS };
const signer = { key: newKey(), name: "An authority" };
const authority = authorityCertificate(signer, {
  domains: guardedDomains,
  validity,
  random: secureRandom,
});
const leafKey = newKey();
const leafOf = (name: string) =>
  serverCertificate(signer, { name, key: leafKey, validity }, secureRandom);

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "antechamber-certificates-"));
});

afterEach(() => rm(folder, { recursive: true }));

/** The error of `openssl verify` for a name's certificate; undefined if it is valid. */
async function opensslRefuses(name: string): Promise<string | undefined> {
  await writeFile(join(folder, "authority.pem"), authority);
  await writeFile(join(folder, "leaf.pem"), leafOf(name));
  const names = ["-verify_hostname", name, "-x509_strict", "-purpose", "sslserver"];
  try {
    await run("openssl", ["verify", ...names, "-CAfile", "authority.pem", "leaf.pem"], {
      cwd: folder,
    });
    return undefined;
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

describe("the certificate of an authority", () => {
  test("is parsed and verified by Node", () => {
    const read = new X509Certificate(authority);
    expect(read.subject).toBe("CN=An authority");
    expect(read.ca).toBe(true);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkIssued(read)).toBe(true);
    expect(read.validToDate.getTime()).toBe(Math.floor(validity.untilMs / 1000) * 1000);
    expect(read.validFromDate.getTime()).toBe(Math.floor(validity.fromMs / 1000) * 1000);
  });

  test("is constrained to the guarded names by critical extensions", async () => {
    await writeFile(join(folder, "authority.pem"), authority);
    const shown = await run("openssl", ["x509", "-in", "authority.pem", "-noout", "-text"], {
      cwd: folder,
    });
    const text = shown.stdout.replaceAll(/\s+/g, " ");
    expect(text).toContain("X509v3 Name Constraints: critical Permitted: DNS:discord.com");
    expect(text).toContain("Excluded: IP:0.0.0.0/0.0.0.0 IP:0:0:0:0:0:0:0:0/0:0:0:0:0:0:0:0");
    expect(text).toContain("X509v3 Basic Constraints: critical CA:TRUE, pathlen:0");
    expect(text).toContain("X509v3 Key Usage: critical Certificate Sign, CRL Sign");
  });
});

describe("the certificate of a name", () => {
  test("is parsed and verified by Node", () => {
    const read = new X509Certificate(leafOf("discord.com"));
    expect(read.checkIssued(new X509Certificate(authority))).toBe(true);
    expect(read.verify(new X509Certificate(authority).publicKey)).toBe(true);
    expect(read.checkHost("discord.com")).toBe("discord.com");
    expect(read.checkHost("example.com")).toBeUndefined();
    expect(read.ca).toBe(false);
  });

  test.each(["discord.com", "gateway.discord.gg", "cdn.discordapp.com"])(
    "is accepted by OpenSSL for %s",
    async (name) => {
      expect(await opensslRefuses(name)).toBeUndefined();
    },
  );

  test.each(["example.com", "notdiscord.com"])(
    "is refused by OpenSSL for %s, although the same key signed it",
    async (name) => {
      expect(await opensslRefuses(name)).toContain("permitted subtree violation");
    },
  );

  test("is accepted by Node and Python over TLS; one for another name is refused", async () => {
    await writeFile(join(folder, "authority.pem"), authority);
    const key = leafKey.export({ type: "pkcs8", format: "pem" });
    const server = createServer({
      key,
      cert: leafOf("discord.com"),
      // Make the authority sign a name outside of its constraints.
      SNICallback: (name, done) => done(null, createSecureContext({ key, cert: leafOf(name) })),
    });
    server.on("tlsClientError", () => undefined);
    server.on("secureConnection", (socket) => socket.on("error", () => undefined).end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const greet = (servername: string) =>
        new Promise<string>((resolve) => {
          const socket = connect({ host: "127.0.0.1", port, servername, ca: authority });
          socket.on("data", (chunk: Buffer) => resolve(chunk.toString()));
          socket.on("error", (error) => resolve(error.message));
        });
      expect(await greet("discord.com")).toBe("hello");
      expect(await greet("example.com")).toBe("permitted subtree violation");
      const script = `
import socket, ssl, sys
context = ssl.create_default_context(cafile="authority.pem")
context.verify_flags |= getattr(ssl, "VERIFY_X509_STRICT", 0)
for name in sys.argv[2:]:
    try:
        raw = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        print(context.wrap_socket(raw, server_hostname=name).recv(5).decode())
    except ssl.SSLCertVerificationError as error:
        print(error.verify_message)
`;
      const names = ["discord.com", "example.com"];
      const python = await run("python3", ["-c", script, String(port), ...names], { cwd: folder });
      expect(python.stdout.trim().split("\n")).toEqual(["hello", "permitted subtree violation"]);
    } finally {
      server.close();
    }
  });
});

describe("the authority of a folder", () => {
  const deps = { random: secureRandom, now: () => now };

  test("is created once, with a key that only its owner can read", async () => {
    const first = await openAuthority(join(folder, "new"), deps);
    const key = join(folder, "new", "authority-key.pem");
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    const second = await openAuthority(join(folder, "new"), deps);
    expect(second.certificate).toBe(first.certificate);
    expect(await readFile(first.path, "utf8")).toBe(first.certificate);
  });

  test("is recreated before it expires", async () => {
    const first = await openAuthority(folder, deps);
    const later = await openAuthority(folder, { ...deps, now: () => now + 24 * DAY_MS });
    expect(later.certificate).not.toBe(first.certificate);
    expect(new X509Certificate(later.certificate).validToDate.getTime()).toBeGreaterThan(
      now + 50 * DAY_MS,
    );
  });

  test("is recreated when it is for other names", async () => {
    const key = newKey();
    const other = authorityCertificate(
      { key, name: "Antechamber on this machine" },
      {
        domains: ["discord.com"],
        validity: { fromMs: now, untilMs: now + 30 * DAY_MS },
        random: secureRandom,
      },
    );
    await writeFile(
      join(folder, "authority-key.pem"),
      key.export({ type: "pkcs8", format: "pem" }),
    );
    await writeFile(join(folder, "authority.pem"), other);
    const { certificate } = await openAuthority(folder, deps);
    expect(certificate).not.toBe(other);
    expect((await openAuthority(folder, deps)).certificate).toBe(certificate);
  });

  test("is recreated when it does not match its key", async () => {
    const first = await openAuthority(folder, deps);
    const other = newKey().export({ type: "pkcs8", format: "pem" });
    await writeFile(join(folder, "authority-key.pem"), other);
    expect((await openAuthority(folder, deps)).certificate).not.toBe(first.certificate);
  });
});
