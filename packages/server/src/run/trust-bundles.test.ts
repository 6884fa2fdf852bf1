import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { promisify } from "node:util";
import { X509Certificate } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { secureRandom } from "../platform/random.ts";
import { openAuthority, type Authority } from "./certificates/authority.ts";
import { JAVA_STORE_PASSWORD, writeTrustBundles } from "./trust-bundles.ts";

const run = promisify(execFile);
const [oneRoot = "", otherRoot = ""] = rootCertificates;

let folder = "";
let authority: Authority;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "antechamber-bundles-"));
  authority = await openAuthority(folder, { random: secureRandom, now: () => Date.now() });
});

afterEach(() => rm(folder, { recursive: true }));

/** The bundles for an environment that trusts one root, and names another one for Node. */
async function bundles() {
  const before = { SSL_CERT_FILE: join(folder, "mine"), NODE_EXTRA_CA_CERTS: join(folder, "more") };
  await writeFile(before.SSL_CERT_FILE, oneRoot);
  await writeFile(before.NODE_EXTRA_CA_CERTS, otherRoot);
  return await writeTrustBundles(folder, authority.certificate, before);
}

/** The subjects of the certificates in a bundle. */
function subjectsIn(text: string): readonly string[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return found.map((pem) => new X509Certificate(pem).subject);
}

const subjectOf = (pem: string): string => new X509Certificate(pem).subject;

test("existing bundles keep their certificates and gain the authority", async () => {
  const { roots, added } = await bundles();
  const own = subjectOf(authority.certificate);
  expect(subjectsIn(await readFile(roots, "utf8"))).toEqual([subjectOf(oneRoot), own]);
  expect(subjectsIn(await readFile(added, "utf8"))).toEqual([subjectOf(otherRoot), own]);
});

test("a program without its own bundle trusts the system's certificates", async () => {
  const { roots } = await writeTrustBundles(folder, authority.certificate, {});
  const subjects = subjectsIn(await readFile(roots, "utf8"));
  expect(subjects.length).toBeGreaterThan(50);
  expect(subjects.at(-1)).toBe(subjectOf(authority.certificate));
});

test("keytool reads the Java store with all entries under its password", async ({ skip }) => {
  const { javaStore } = await bundles();
  const listing = run("keytool", [
    "-list",
    "-keystore",
    javaStore,
    "-storetype",
    "JKS",
    "-storepass",
    JAVA_STORE_PASSWORD,
  ]);
  const listed = await listing.catch((error: NodeJS.ErrnoException) => error);
  if (listed instanceof Error && listed.code === "ENOENT") {
    process.stderr.write("the store of Java is not read: there is no keytool\n");
    skip("there is no keytool");
  }
  const text = "stdout" in listed ? listed.stdout : listed.message;
  expect(text).toMatch(/contains 2 entries[^]*root 0,[^]*trustedCertEntry[^]*root 1,/);
});
