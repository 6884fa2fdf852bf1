// `antechamber check`: shows what deploying a list of commands would do, and deploys them with
// `--apply`.
import { readFile } from "node:fs/promises";
import { commandLimits } from "@antechamber/contract/commands-limits";
import { fileFault } from "../../../platform/file-faults.ts";
import { RestError, type ControlInput, type ControlReply } from "@antechamber/sdk/control";
import type { Command } from "commander";
import { faultLines } from "../../../kit/client/errors.ts";
import type { Act } from "../../acting.ts";
import { changedFields, type ChangedFields, type CommandFields } from "./changed-fields.ts";
import { applicationFor } from "../../commands-of-applications.ts";
import { deadline, request } from "../../environment.ts";
import { CommandFailure, exitCodes, wrongUsage } from "../../failures.ts";
import type { Output } from "../../output.ts";
import { withOffers } from "../../offers.ts";
import type { Session } from "../../session.ts";

export type Manifest = NonNullable<ControlInput<"control.commands.check">["body"]>;
export type Report = ControlReply<"control.commands.check">;

/** Further reasons to fail a check whose manifest is valid. */
const reasons = ["loss", "limit", "lint"] as const;
type Reason = (typeof reasons)[number];

/** How many commands may be created per day. */
const CREATES_PER_DAY = commandLimits.commandCreates.value;

/** The timeout for fetching a manifest in real milliseconds, and its maximum size in characters. */
const FETCH_MS = 10_000;
const MANIFEST_CHARACTERS_MAX = 8 * 1024 * 1024;

interface Checking {
  readonly app?: string;
  readonly guild?: string;
  readonly apply?: boolean;
  readonly failOn: string;
}

export function addCheck(program: Command, act: Act): void {
  act(
    withOffers(
      program
        .command("check")
        .description(
          "Check what deploying a list of commands would do; exits with 5 if it would be refused",
        )
        .argument("<manifest>", "a JSON array of commands: a file, a URL, or - for stdin")
        .option("--app <application>", "application that gets the commands (default: the only one)")
        .option("--guild <guild>", "check commands of this guild instead of global ones")
        .option("--apply", "replace the registered commands by these, unless the check fails")
        .option("--fail-on <reasons>", `also fail on these:  ${reasons.join(", ")}`, ""),
      { "--fail-on": { parts: reasons } },
    ),
    check,
  );
}

async function check(session: Session, options: Checking, source = ""): Promise<number> {
  const failOn = reasonsOf(options.failOn);
  const body = await manifestFrom(session, source);
  const { id: application = "" } = await applicationFor(session, options.app);
  const query = options.guild === undefined ? {} : { guild: options.guild };
  const path = { application };
  const report = await session.call("control.commands.check", { path, query, body });
  const place = { application, guild: options.guild, body };
  const changed = session.out.isJson ? new Map() : await changesOf(session, report, place);
  session.out.show(report, () => reportLines(report, session.out, changed));
  if (isFailing(report, failOn)) return exitCodes.found;
  if (options.apply === true) await apply(session, place);
  return exitCodes.done;
}

function reasonsOf(text: string): readonly Reason[] {
  return text
    .split(",")
    .filter((each) => each !== "")
    .map((each) => {
      const reason = reasons.find((candidate) => candidate === each);
      return reason ?? wrongUsage(`--fail-on: "${each}" is not one of ${reasons.join(", ")}`);
    });
}

export function isFailing(report: Report, failOn: readonly Reason[]): boolean {
  const { errors, loses_permissions: losses, create, creates_left_today: remaining, lint } = report;
  if (errors !== undefined || (failOn.includes("lint") && lint.length > 0)) return true;
  if (failOn.includes("loss") && losses.length > 0) return true;
  return failOn.includes("limit") && create.length > remaining;
}

async function manifestFrom(session: Session, source: string): Promise<Manifest> {
  const text = await textFrom(session, source);
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value as Manifest;
  } catch (error) {
    throw new CommandFailure(`${source} is not JSON: ${(error as Error).message}`, exitCodes.usage);
  }
  return wrongUsage(`${source} is not an array of commands`);
}

async function textFrom({ deps }: Session, source: string): Promise<string> {
  if (source === "-") return deps.input();
  try {
    if (!/^https?:\/\//.test(source)) return await readFile(source, "utf8");
    const response = await request(source, { signal: deadline(FETCH_MS) });
    const text = await response.text();
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    if (text.length > MANIFEST_CHARACTERS_MAX) throw new Error("it is too large");
    return text;
  } catch (error) {
    throw new CommandFailure(`cannot read ${source}: ${fileFault(error)}`, exitCodes.usage);
  }
}

/** The fields that differ, for each command that would be updated. */
async function changesOf(
  session: Session,
  { update }: Report,
  { application, guild, body }: Applying,
): Promise<ChangedFields> {
  if (update.length === 0) return new Map();
  const { commands = [], integration_types } = await session.call("control.applications.get", {
    path: { application },
  });
  const place = guild === undefined ? undefined : await guildId(session, guild);
  const registered = commands.filter(({ guild_id: id }) => (id ?? undefined) === place);
  return changedFields(registered, body as readonly CommandFields[], {
    isGuild: guild !== undefined,
    // A world file omits the default integration types.
    integrationTypes: integration_types ?? [0, 1],
  });
}

export function reportLines(
  report: Report,
  out: Output,
  changed: ChangedFields = new Map(),
): readonly string[] {
  const { create, update, rename, unchanged, errors } = report;
  const remaining = report.creates_left_today;
  const used = CREATES_PER_DAY - remaining;
  const cost = `${create.length} of ${CREATES_PER_DAY} creates today, ${Math.max(0, remaining - create.length)} left`;
  const lines = [
    ...(unchanged.length === 0 ? [] : [out.paint("green", `✓ ${unchanged.length} unchanged`)]),
    ...create.map((name) => out.paint("green", `+ /${name}`)),
    ...update.map((name) => out.paint("yellow", `~ /${name}${listText(changed.get(name))}`)),
    ...rename.map(({ from, to }) => out.paint("yellow", `~ /${from} → /${to}: it keeps its id`)),
    ...report.delete.map((name) => out.paint("red", `- /${name}`)),
    ...report.loses_permissions.map((name) =>
      out.paint("yellow", `! /${name} loses its permissions`),
    ),
    ...report.lint.map(({ path, message }) => out.paint("yellow", `! ${path} ${message}`)),
    ...refusalsOf(errors).map((each) => out.paint("red", `✕ ${each}`)),
    ...(create.length > remaining
      ? [out.paint("red", `✕ ${used} commands were created today: ${remaining} more can be`)]
      : []),
    ...(create.length === 0 ? [] : [cost]),
  ];
  return lines.length === 0
    ? ["  no commands are registered, and the list has none"]
    : lines.map((line) => `  ${line}`);
}

/** `: description, options`. */
function listText(fields: readonly string[] = []): string {
  return fields.length === 0 ? "" : `: ${fields.join(", ")}`;
}

/** The API's validation errors as lines, or its code and message. */
function refusalsOf(errors: unknown): readonly string[] {
  if (errors === undefined) return [];
  const lines = faultLines(errors);
  if (lines.length > 0) return lines;
  const { code, message } = errors as { readonly code?: number; readonly message?: string };
  return [message === undefined ? JSON.stringify(errors) : `${message} (${code})`];
}

interface Applying {
  readonly application: string;
  readonly guild: string | undefined;
  readonly body: Manifest;
}

/** Deploys with a token of the application that is created for this one call. */
async function apply(session: Session, { application, guild, body }: Applying): Promise<void> {
  // Only a token of the application itself, which stands for no user, may have this scope.
  const form = { application, scopes: ["applications.commands.update"] };
  const { token } = await session.call("control.tokens.create", { body: form });
  const place = guild === undefined ? "" : `/guilds/${await guildId(session, guild)}`;
  const bearer = String(token);
  try {
    const response = await request(
      `${await session.worldUrl()}/api/v10/applications/${application}${place}/commands`,
      {
        method: "PUT",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      },
    );
    if (!response.ok) throw new RestError(response.status, await response.text());
  } finally {
    await session.call("control.tokens.remove", { path: { token: bearer } });
  }
  session.out.note("applied");
}

async function guildId(session: Session, guild: string): Promise<string> {
  return (await session.call("control.guilds.get", { path: { guild } })).id ?? "";
}
