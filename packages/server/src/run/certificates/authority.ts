// The certificate authority for the guarded names on this machine. It is generated on first use and
// stored in the data folder, with a key that only the owner can read; it is not added to any trust
// store of the system.
import {
  createPrivateKey,
  generateKeyPairSync,
  X509Certificate,
  type KeyObject,
} from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecureContext, type SecureContext } from "node:tls";
import { parseTimestamp } from "@antechamber/contract/schema";
import { guardedDomains } from "../../platform/network/guarded-names.ts";
import { makePrivateFolder } from "../../platform/private-folder.ts";
import type { Millis } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import { authorityCertificate, serverCertificate, isConstrainedTo } from "./certificate.ts";

const NAME = "Antechamber on this machine";
const DAY_MS = 86_400_000;
const VALID_DAYS = 30;
/** An authority with fewer days left is replaced, so that none expires during a run. */
const SPARE_DAYS = 7;
/** Validity starts in the past, since the clocks of containers and their host may differ. */
const BACKDATED_MS = DAY_MS;
/** The most names whose certificates are cached. */
const NAMES_MAX = 1000;
const OWNER_ONLY = 0o600;

export interface Authority {
  /** The PEM of the certificate alone. */
  readonly certificate: string;
  /** The path of the certificate. */
  readonly path: string;
  /** The TLS context of a server with this name. */
  readonly contextFor: (name: string) => SecureContext;
}

export interface AuthorityDeps {
  readonly random: Random;
  /** System time. */
  readonly now: () => Millis;
}

interface StoredAuthority {
  readonly key: KeyObject;
  readonly certificate: string;
}

function newKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
}

/** Opens the authority in a folder, or creates one. */
export async function openAuthority(folder: string, deps: AuthorityDeps): Promise<Authority> {
  const path = join(folder, "authority.pem");
  const authority =
    (await readAuthority(folder, path, deps.now())) ?? (await createAuthority(folder, path, deps));
  return { certificate: authority.certificate, path, contextFor: contextFactory(authority, deps) };
}

const keyPath = (folder: string): string => join(folder, "authority-key.pem");

/** The existing authority, if it is valid for long enough and for the same names. */
async function readAuthority(
  folder: string,
  path: string,
  now: Millis,
): Promise<StoredAuthority | undefined> {
  try {
    const certificate = await readFile(path, "utf8");
    const key = createPrivateKey(await readFile(keyPath(folder)));
    const parsed = new X509Certificate(certificate);
    const isGood =
      parsed.checkPrivateKey(key) &&
      parsed.verify(parsed.publicKey) &&
      isConstrainedTo(parsed.raw, guardedDomains);
    if (!isGood || endOf(parsed) < now + SPARE_DAYS * DAY_MS) return undefined;
    return { key, certificate };
  } catch {
    // An unreadable authority is replaced.
    return undefined;
  }
}

function endOf({ validToDate }: X509Certificate): Millis {
  return parseTimestamp(validToDate.toISOString()) ?? 0;
}

async function createAuthority(
  folder: string,
  path: string,
  { random, now }: AuthorityDeps,
): Promise<StoredAuthority> {
  const key = newKey();
  const fromMs = now() - BACKDATED_MS;
  const certificate = authorityCertificate(
    { key, name: NAME },
    {
      domains: guardedDomains,
      validity: { fromMs, untilMs: now() + VALID_DAYS * DAY_MS },
      random,
    },
  );
  makePrivateFolder(folder);
  const pem = key.export({ type: "pkcs8", format: "pem" });
  await replace(keyPath(folder), pem, random);
  await replace(path, certificate, random);
  return { key, certificate };
}

/**
 * Two runs may start at the same time: renaming keeps each file whole at any moment, and a key and
 * certificate that do not match are replaced.
 */
async function replace(path: string, text: string | Buffer, random: Random): Promise<void> {
  const draft = `${path}.${Buffer.from(random.bytes(6)).toString("hex")}`;
  await writeFile(draft, text, { mode: OWNER_ONLY });
  await rename(draft, path);
}

/** One key is used for every name; a certificate is issued when its name is first requested. */
function contextFactory({ key, certificate }: StoredAuthority, { random, now }: AuthorityDeps) {
  const serverKey = newKey();
  const keyText = serverKey.export({ type: "pkcs8", format: "pem" });
  const cached = new Map<string, SecureContext>();
  const untilMs = endOf(new X509Certificate(certificate));
  const fromMs = now() - BACKDATED_MS;
  return (name: string): SecureContext => {
    const existing = cached.get(name);
    if (existing !== undefined) return existing;
    const leaf = serverCertificate(
      { key, name: NAME },
      { name, key: serverKey, validity: { fromMs, untilMs } },
      random,
    );
    const context = createSecureContext({ key: keyText, cert: leaf + certificate });
    if (cached.size < NAMES_MAX) cached.set(name, context);
    return context;
  };
}
