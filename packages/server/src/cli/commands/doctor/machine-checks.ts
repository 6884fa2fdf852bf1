// Checks by `antechamber doctor` of this machine: the port, the folder of the store, and the
// certificate authority that `antechamber run` keeps there.
import { access, constants, readFile, stat, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import type { types } from "@antechamber/sdk/control";
import { isLoopback } from "../../../platform/network/loopback.ts";
import type { ClientDeps } from "../../deps.ts";
import { instantOf, realNow } from "../../environment.ts";

export type Finding = types.DoctorFinding;

/** Less free space than this on the disk is reported. */
const ROOM_MIN_BYTES = 200 * 1024 * 1024;
const USUAL_STORE = "sqlite:.antechamber/data.db";

/**
 * The folder in which a service started here would keep its data; undefined if it is not a local
 * folder.
 */
function dataFolder({ env }: Pick<ClientDeps, "env">): string | undefined {
  const { ANTECHAMBER_STORE: configured = "" } = env;
  const store = configured === "" ? USUAL_STORE : configured;
  const file = /^sqlite:(.+)$/.exec(store)?.[1];
  return file === undefined || file === ":memory:" ? undefined : dirname(file);
}

/** Checks whether a service could write its store. */
export async function storeFinding(deps: ClientDeps): Promise<Finding> {
  const check = "store";
  const folder = dataFolder(deps);
  if (folder === undefined) return { check, ok: true, says: "not in a folder of this machine" };
  try {
    const existing = await nearestFolder(folder);
    await access(existing, constants.W_OK);
    const { bavail, bsize } = await statfs(existing);
    const ok = bavail * bsize >= ROOM_MIN_BYTES;
    const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
    const says = `${folder} can be written, ${megabytes} MB are free`;
    return { check, ok, says, ...(ok ? {} : { fix: "make room on the disk" }) };
  } catch (error) {
    const says = `${folder} cannot be written: ${String((error as { code?: unknown }).code)}`;
    return {
      check,
      ok: false,
      says,
      fix: `allow yourself to write there, or pass another --store`,
    };
  }
}

/** The folder itself, or its nearest existing parent. */
async function nearestFolder(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    const parent = dirname(folder);
    if ((error as { code?: unknown }).code !== "ENOENT" || parent === folder) throw error;
    return nearestFolder(parent);
  }
}

/** Checks whether programs that `antechamber run` starts can trust its certificates. */
export async function authorityFinding(deps: ClientDeps): Promise<Finding> {
  const check = "authority";
  const folder = dataFolder(deps) ?? ".antechamber";
  const file = join(folder, "authority.pem");
  // Loaded on use: the import takes a sixth of the start-up time of every client command.
  const { X509Certificate } = process.getBuiltinModule("node:crypto");
  try {
    const { validTo } = new X509Certificate(await readFile(file));
    const isFresh = instantOf(validTo) > realNow();
    if (!isFresh)
      return {
        check,
        ok: true,
        says: `expired ${validTo}; the next \`antechamber run\` makes another`,
      };
    const key = join(folder, "authority-key.pem");
    const isOpen = ((await stat(key)).mode & 0o077) !== 0;
    if (!isOpen) return { check, ok: true, says: `valid until ${validTo}` };
    return { check, ok: false, says: `other users can read ${key}`, fix: `chmod 600 ${key}` };
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") {
      return { check, ok: true, says: "none yet; `antechamber run` makes one" };
    }
    const says = `${file} cannot be read: ${(error as Error).message}`;
    return {
      check,
      ok: false,
      says,
      fix: `remove ${file}; the next \`antechamber run\` makes another`,
    };
  }
}

/** If no service responds: whether one could listen there. No finding for another machine. */
export async function portFinding(url: string): Promise<readonly Finding[]> {
  const { hostname, port } = new URL(url);
  if (!isLoopback(hostname) || port === "") return [];
  const issue = await listenIssue(Number(port), hostname.replace(/^\[(.*)\]$/, "$1"));
  const check = "port";
  if (issue === undefined) return [{ check, ok: true, says: `${port} is free` }];
  const fix = "stop the program that listens there, or pass another --port";
  const isTaken = issue === "EADDRINUSE";
  const says = isTaken ? `another program listens on ${port}` : `${port} cannot be used: ${issue}`;
  return [{ check, ok: false, says, fix }];
}

function listenIssue(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(String((error as { code?: unknown }).code)));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
