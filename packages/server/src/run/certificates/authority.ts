// The authority that vouches for the guarded names on this machine. It is made on the spot and kept in
// the data folder, its key for the owner alone; it is put into no trust store of the system.
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
import { authorityCertificate, serverCertificate, vouchesFor } from "./certificate.ts";

const NAME = "Antechamber on this machine";
const DAY_MS = 86_400_000;
const VALID_DAYS = 30;
/** One with fewer days left is replaced: no run should outlive it. */
const SPARE_DAYS = 7;
/** Clocks differ: those of containers from that of their machine. */
const BACKDATED_MS = DAY_MS;
/** Names that were asked for, whose certificates are kept. */
const NAMES_MAX = 1000;
const OWNER_ALONE = 0o600;

export interface Authority {
  /** As PEM, with nothing else. */
  readonly certificate: string;
  /** Where it stands. */
  readonly path: string;
  /** What a server shows under a name. */
  readonly contextFor: (name: string) => SecureContext;
}

export interface AuthorityDeps {
  readonly random: Random;
  /** The system's time. */
  readonly now: () => Millis;
}

interface Kept {
  readonly key: KeyObject;
  readonly certificate: string;
}

function newKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
}

/** Opens the authority of a folder, or makes one. */
export async function openAuthority(folder: string, deps: AuthorityDeps): Promise<Authority> {
  const path = join(folder, "authority.pem");
  const kept = (await read(folder, path, deps.now())) ?? (await make(folder, path, deps));
  return { certificate: kept.certificate, path, contextFor: contexts(kept, deps) };
}

const keyPath = (folder: string): string => join(folder, "authority-key.pem");

/** The one that is there, if it still holds long enough and for the same names. */
async function read(folder: string, path: string, now: Millis): Promise<Kept | undefined> {
  try {
    const certificate = await readFile(path, "utf8");
    const key = createPrivateKey(await readFile(keyPath(folder)));
    const parsed = new X509Certificate(certificate);
    const isGood =
      parsed.checkPrivateKey(key) &&
      parsed.verify(parsed.publicKey) &&
      vouchesFor(parsed.raw, guardedDomains);
    if (!isGood || endOf(parsed) < now + SPARE_DAYS * DAY_MS) return undefined;
    return { key, certificate };
  } catch {
    // What cannot be read is made anew.
    return undefined;
  }
}

function endOf({ validToDate }: X509Certificate): Millis {
  return parseTimestamp(validToDate.toISOString()) ?? 0;
}

async function make(folder: string, path: string, { random, now }: AuthorityDeps): Promise<Kept> {
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
 * Two runs may begin at once: each file is whole at any moment, and a pair that differs is made
 * anew.
 */
async function replace(path: string, text: string | Buffer, random: Random): Promise<void> {
  const draft = `${path}.${Buffer.from(random.bytes(6)).toString("hex")}`;
  await writeFile(draft, text, { mode: OWNER_ALONE });
  await rename(draft, path);
}

/** One key serves every name; a certificate is signed when its name is asked for first. */
function contexts({ key, certificate }: Kept, { random, now }: AuthorityDeps) {
  const serverKey = newKey();
  const keyText = serverKey.export({ type: "pkcs8", format: "pem" });
  const known = new Map<string, SecureContext>();
  const untilMs = endOf(new X509Certificate(certificate));
  const fromMs = now() - BACKDATED_MS;
  return (name: string): SecureContext => {
    const made = known.get(name);
    if (made !== undefined) return made;
    const leaf = serverCertificate(
      { key, name: NAME },
      { name, key: serverKey, validity: { fromMs, untilMs } },
      random,
    );
    const context = createSecureContext({ key: keyText, cert: leaf + certificate });
    if (known.size < NAMES_MAX) known.set(name, context);
    return context;
  };
}
