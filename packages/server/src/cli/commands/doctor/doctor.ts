// `antechamber doctor`: finds what is wrong between this machine and the service, and how to fix
// it.
import { RestError } from "@antechamber/sdk/control";
import type { Command } from "commander";
import { noAnswer } from "../../../kit/client/no-answer.ts";
import type { Act } from "../../acting.ts";
import { deadline, instantOf, realNow, request } from "../../environment.ts";
import { applicationFindings } from "./applications-checks.ts";
import { authorityFinding, portFinding, storeFinding, type Finding } from "./machine-checks.ts";
import { exitCodes, START_ONE } from "../../failures.ts";
import { realTokenParts } from "../../../platform/formats/real-tokens.ts";
import { MAIN_WORLD, type Session } from "../../session.ts";

/** Timeout of each request, in real milliseconds. */
const TIMEOUT_MS = 1500;
const OLDEST_NODE = 24;
/** A larger difference between the clocks is reported. */
const DRIFT_MAX_MS = 60_000;

export function addDoctor(program: Command, act: Act): void {
  act(
    program
      .command("doctor")
      .description("Check what may keep commands and bots from reaching the service"),
    doctor,
  );
}

async function doctor(session: Session): Promise<number> {
  const [health, store, authority] = await Promise.all([
    healthFinding(session),
    storeFinding(session.deps),
    authorityFinding(session.deps),
  ]);
  const findings = [
    nodeFinding(),
    proxyFinding(session),
    tokenFinding(session),
    store,
    authority,
    health,
    ...(health.ok ? await serviceFindings(session) : await portFinding(session.url)),
  ];
  const { out } = session;
  session.out.show({ findings }, () =>
    findings.flatMap(({ check, ok, says, fix }) => [
      `  ${ok ? out.paint("green", "✓") : out.paint("red", "✕")} ${check}: ${says}`,
      ...(fix === undefined ? [] : [`    ${fix}`]),
    ]),
  );
  return findings.every(({ ok }) => ok) ? exitCodes.done : exitCodes.found;
}

function nodeFinding(): Finding {
  const { node } = process.versions;
  const ok = Number(node.split(".")[0]) >= OLDEST_NODE;
  return {
    check: "Node",
    ok,
    says: node,
    ...(ok ? {} : { fix: `install Node ${OLDEST_NODE} or newer` }),
  };
}

/** Checks that a proxy in the environment does not get calls to this machine. */
function proxyFinding({ deps: { env }, url }: Session): Finding {
  const check = "proxy";
  const { hostname, protocol } = new URL(url);
  const variable = [`${protocol.slice(0, -1)}_proxy`, "all_proxy"]
    .flatMap((name) => [name.toUpperCase(), name])
    .find((name) => (env[name] ?? "") !== "");
  if (variable === undefined)
    return { check, ok: true, says: `none for ${protocol}// in the environment` };
  const exceptions = (env["NO_PROXY"] ?? env["no_proxy"] ?? "")
    .split(",")
    .map((each) => each.trim());
  const ok = exceptions.includes("*") || exceptions.includes(hostname);
  const says = `${variable} is set, NO_PROXY ${ok ? "has" : "lacks"} ${hostname}`;
  return { check, ok, says, ...(ok ? {} : { fix: `export NO_PROXY=${hostname},localhost` }) };
}

function tokenFinding({ deps: { env } }: Session): Finding {
  const check = "tokens";
  // Tokens of a world file rarely have this form.
  const names = Object.keys(env).filter((name) => realTokenParts(env[name] ?? "") !== undefined);
  if (names.length === 0)
    return { check, ok: true, says: "no token of the platform in the environment" };
  const what = names.length === 1 ? "looks like a token" : "look like tokens";
  const says = `${names.join(", ")} ${what} of the platform`;
  return { check, ok: false, says, fix: `unset ${names.join(" ")}, or use \`antechamber run\`` };
}

async function healthFinding({ url }: Session): Promise<Finding> {
  const check = "service";
  try {
    const response = await request(`${url}/readyz`, { signal: deadline(TIMEOUT_MS) });
    if (response.ok) return { check, ok: true, says: `ready at ${url}` };
    const fix = "read the log of the service";
    return { check, ok: false, says: `${url}/readyz answers ${response.status}`, fix };
  } catch (error) {
    const { says, fix = START_ONE } = noAnswer(error, url);
    return { check, ok: false, says, fix };
  }
}

async function serviceFindings(session: Session): Promise<readonly Finding[]> {
  try {
    const [clock, sessions, { items }, version] = await Promise.all([
      session.call("control.clock.get"),
      session.call("control.sessions.list"),
      session.call("control.applications.list"),
      versionOf(session),
    ]);
    const bots = sessions.items.filter(({ kind, connected }) => kind === "bot" && connected).length;
    return [
      { check: "control key", ok: true, says: "the control plane accepts it" },
      versionFinding(session.deps.version, version),
      clockFinding(clock),
      {
        check: "applications",
        ok: true,
        says: `${items.length}, ${bots} ${bots === 1 ? "bot" : "bots"} connected`,
      },
      ...(await applicationFindings(items)),
    ];
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    return [refusalFinding(session, error)];
  }
}

function refusalFinding(
  { worldName = MAIN_WORLD }: Session,
  { status, message }: RestError,
): Finding {
  const says = `refused: ${message}`;
  if (status === 404) {
    const fix = `pass another --world-name than ${worldName}; \`antechamber world list\` shows the worlds`;
    return { check: "world", ok: false, says, fix };
  }
  const fix = "pass the control key with --control-key or ANTECHAMBER_CONTROL_KEY";
  return { check: "control key", ok: false, says, fix };
}

function clockFinding({
  now,
  frozen,
}: {
  readonly now: string;
  readonly frozen: boolean;
}): Finding {
  const drift = Math.abs(instantOf(now) - realNow());
  const isMoved = !frozen && drift > DRIFT_MAX_MS;
  const says = frozen
    ? `frozen at ${now}`
    : `running, ${Math.round(drift / 1000)} s off this machine's clock`;
  const fix =
    "the world's clock was moved; `antechamber world reset` restores it with the world of the start";
  return { check: "clock", ok: true, says, ...(isMoved ? { fix } : {}) };
}

/**
 * The version, read from the first event of the journal's stream. The OpenAPI document has it too,
 * but is expensive, since a service generates it on first use. Undefined if the service does not
 * respond in time.
 */
async function versionOf({ control }: Session): Promise<string | undefined> {
  try {
    for await (const event of control.follow({ signal: deadline(TIMEOUT_MS) })) {
      if (event.event === "hello") return event.data.version;
    }
  } catch {
    // On any error, the version is unknown.
  }
  return undefined;
}

function versionFinding(own: string, theirs: string | undefined): Finding {
  const ok = own === theirs;
  const says = ok ? own : `this program is ${own}, the service ${theirs ?? "unknown"}`;
  return { check: "version", ok, says, ...(ok ? {} : { fix: "use the same version for both" }) };
}
