// The outer half of an isolated run: whether isolation is possible, and how the program is put
// behind the wall. The wall consists of Linux namespaces: no network but loopback, and its own
// hosts file and root certificates. Source: Linux, namespaces(7); util-linux, unshare(1).
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Clock } from "../../platform/clock.ts";
import { guardedHosts } from "../../platform/network/guarded-names.ts";
import type { TrustBundles } from "../trust-bundles.ts";
import { forwardDatagrams } from "./datagrams.ts";
import { keepRelays, openRelay } from "./relays.ts";
import { listeningPorts } from "./listening-ports.ts";
import { namespaceRemedy } from "./namespace-settings.ts";
import { inwardSocket, inwardPortOf, outwardSocket, type IsolationPlan } from "./plan.ts";

const run = promisify(execFile);
const TRIAL_MS_MAX = 10_000;

/** The arguments are files to mount over others, followed by the program. */
const script = `
set -e
ip link set lo up
mount --bind "$1" /etc/hosts
if [ -e /etc/resolv.conf ]; then mount --bind "$2" /etc/resolv.conf; fi
if [ -n "$4" ]; then mount --bind "$3" "$4"; fi
shift 4
exec "$@"
`;

/** Root needs no user namespace for this, and without one keeps its rights over files. */
function unshareArguments(): readonly string[] {
  const users = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  return [...users, "--net", "--mount", "--", "sh", "-c", script, "sh"];
}

/** Why programs cannot be isolated here; undefined if they can. */
export async function whyNotIsolated(): Promise<string | undefined> {
  if (process.platform !== "linux") return "only Linux can isolate programs";
  try {
    const unchanged = ["/etc/hosts", "/dev/null", "/dev/null", ""];
    await run("unshare", [...unshareArguments(), ...unchanged, "true"], { timeout: TRIAL_MS_MAX });
    return undefined;
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    const [line = ""] = (stderr === undefined || stderr === "" ? message : stderr).split("\n");
    const remedy = namespaceRemedy();
    return `this machine cannot isolate programs: ${line}${remedy === undefined ? "" : `; ${remedy}`}`;
  }
}

export interface IsolationDeps {
  readonly clock: Pick<Clock, "after">;
  readonly folder: string;
  readonly bundles: TrustBundles;
  readonly front: { readonly port: number; readonly listenAt: (path: string) => Promise<void> };
  /** The port of the service, whose URLs are in its responses. */
  readonly servicePort: number;
  /** The UDP port on which the service receives voice data. */
  readonly soundPort: number;
  /** An address that every guarded name resolves to. */
  readonly guardedAddress: string;
  /** The command that starts the inner half; the path of a plan is appended. */
  readonly inside: readonly string[];
  readonly hasTerminal: boolean;
}

export interface Isolated {
  readonly command: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Prepares a wall. @returns the command that runs the program behind it */
export async function isolate(
  program: Pick<IsolationPlan, "command" | "env">,
  deps: IsolationDeps,
): Promise<Isolated> {
  const { folder, front, servicePort, guardedAddress, bundles, clock } = deps;
  const relays = join(folder, "relays");
  await mkdir(relays, { mode: 0o700 });
  const frontPath = join(folder, "front");
  await front.listenAt(frontPath);
  const sound = { port: deps.soundPort, path: join(folder, "sound") };
  const soundServer = await forwardDatagrams(sound.path, sound.port);
  const outerPorts = [...(await listeningPorts())].filter(
    (port) => port !== front.port && port !== servicePort,
  );
  const outward = await Promise.all(
    outerPorts.map((port) => openRelay({ path: outwardSocket(relays, port) }, toPort(port))),
  );
  const inward = keepRelays({
    clock,
    portsToRelay: async () =>
      new Set((await readdir(relays)).map(inwardPortOf).filter((port) => port !== undefined)),
    open: (port) => openRelay({ host: "127.0.0.1", port }, { path: inwardSocket(relays, port) }),
  });
  const plan: IsolationPlan = {
    ...program,
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    frontAddresses: [
      ...[443, 80].map((port) => ({ host: guardedAddress, port })),
      ...[front.port, servicePort].map((port) => ({ host: "127.0.0.1", port })),
    ],
    frontPath,
    sound,
    relays,
    outerPorts,
    hasTerminal: deps.hasTerminal,
  };
  const planPath = join(folder, "plan.json");
  await writeFile(planPath, JSON.stringify(plan), { mode: 0o600 });
  const files = [
    ...(await nameFiles(folder, guardedAddress)),
    bundles.roots,
    bundles.systemBundle ?? "",
  ];
  return {
    command: ["unshare", ...unshareArguments(), ...files, ...deps.inside, planPath],
    async stop() {
      for (const server of [...outward, soundServer]) server?.close();
      await inward.stop();
    },
  };
}

const toPort = (port: number) => ({ port, autoSelectFamily: true });

/**
 * The paths of a hosts file with the guarded names, and of a resolver file without a working
 * server.
 */
async function nameFiles(folder: string, address: string): Promise<readonly [string, string]> {
  const hosts = join(folder, "hosts");
  const before = await readFile("/etc/hosts", "utf8").catch(() => "127.0.0.1 localhost\n");
  await writeFile(hosts, `${before.trimEnd()}\n${address} ${guardedHosts.join(" ")}\n`);
  const resolver = join(folder, "resolv.conf");
  await writeFile(resolver, "nameserver 127.0.0.1\noptions attempts:1 timeout:1\n");
  return [hosts, resolver];
}
