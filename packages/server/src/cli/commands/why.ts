// `antechamber why`: whether a user may use a command in a channel, the step that decides, and what
// would change it.
import type { ControlInput } from "@antechamber/sdk/control";
import type { Command } from "commander";
import type { Act } from "../acting.ts";
import { commandFor, type NamedCommand } from "../commands-of-applications.ts";
import { wrongUsage } from "../failures.ts";
import { decidingLine, stepLines, type Naming } from "../outcome-lines.ts";
import { LIST_MAX, type Session } from "../session.ts";

export interface WhyOptions {
  readonly in: string;
  readonly app?: string;
  readonly if?: readonly string[];
}

type Batch = ControlInput<"control.decisions">["body"];
/** A question with the name of its command. */
type Cell = Batch["cells"][number] & { readonly command: string };
type Overlay = NonNullable<Batch["overlay"]>;

/** The type of a command permission for a user. Source: protocol: commands-and-interactions 3. */
const USER_ENTRY = 2 as const;

/** The most roles that are tried. */
const ROLES_MAX = 250;

export function addWhy(program: Command, act: Act): void {
  act(
    program
      .command("why")
      .description("Explain why a user may or may not use a command in a channel")
      .argument("<user>", "a name or an id")
      .argument("<command>", "its name: /ban")
      .requiredOption("--in <channel>", "the channel: #general or an id")
      .option("--app <application>", "application of the command, if several have one of this name")
      .option(
        "--if <change...>",
        "suppose these changes: roles.mods.permissions=8192, commands.ban.default_member_permissions=0",
      ),
    why,
  );
}

export async function why(
  session: Session,
  options: WhyOptions,
  user = "",
  text = "",
): Promise<void> {
  const { application, command, namesakes } = await commandFor(session, text, options.app);
  const channel = options.in.replace(/^#/, "");
  const cell: Cell = { user, application, command: command.name, channel };
  if (options.if !== undefined) return whatIf(session, cell, options.if);
  const query = { user, application, channel, command: command.name };
  const view = await session.call("control.decision", { query });
  const isTold = view.allowed || session.out.isJson;
  const remedies = isTold ? [] : await remediesFor(session, cell, namesakes);
  const naming = namesOf(user, options.in);
  session.out.show(view, () => [
    `  ${decidingLine(view.decision, session.out, naming)}`,
    ...(remedies.length === 0 ? [] : [`  would pass: ${remedies.join(", or ")}`]),
    ...stepLines(view.decision, session.out, naming),
  ]);
}

/**
 * Shows ids as they were named in the question: `user 100000000000000002` -> `bob`, and the channel
 * likewise.
 */
function namesOf(user: string, channel: string): Naming {
  return (subject) => {
    const [kind = ""] = subject.split(/ (?=\d+$)/);
    if (kind === "user") return user.replace(/^@/, "");
    return kind === "channel" ? channel : subject;
  };
}

async function whatIf(session: Session, cell: Cell, changes: readonly string[]): Promise<void> {
  const overlay = overlayOf(changes);
  const [now, then] = await Promise.all([
    session.call("control.decisions", { body: { cells: [cell] } }),
    session.call("control.decisions", { body: { cells: [cell], overlay } }),
  ]);
  const { out } = session;
  const lineOf = ({ results: [result] }: typeof now) => {
    const verdict =
      result?.allowed === true ? out.paint("green", "allowed") : out.paint("red", "denied");
    return `${verdict} at step ${result?.step}, ${result?.outcome}`;
  };
  out.show(then, () => [`  as it is:  ${lineOf(now)}`, `  as asked:  ${lineOf(then)}`]);
}

/**
 * `roles.mods.permissions=8192` -> `{ roles: { mods: { permissions: "8192" } } }`. @throws
 * CommandFailure
 */
export function overlayOf(changes: readonly string[]): Overlay {
  const overlay: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const change of changes) {
    const [, kind = "", reference = "", field = "", value = ""] =
      /^(roles|channels|commands)\.(.+)\.(\w+)=(.*)$/s.exec(change) ?? [];
    if (kind === "") {
      wrongUsage(
        `--if: "${change}" is not a change; write roles.NAME.permissions=8192, or channels… or commands…`,
      );
    }
    const entity = ((overlay[kind] ??= {})[reference.replace(/^[@#/]/, "")] ??= {});
    entity[field] = valueOf(value);
  }
  return overlay;
}

/** Lists, objects and null are JSON; numbers remain text, the form of permission sets. */
function valueOf(text: string): unknown {
  if (!/^(\[|\{|null$)/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return wrongUsage(`--if: "${text}" is not JSON`);
  }
}

/** What would allow the user: any role that suffices by itself, or a permission for the user. */
async function remediesFor(
  session: Session,
  cell: Cell,
  namesakes: NamedCommand["namesakes"],
): Promise<readonly string[]> {
  const guild = await guildOf(session, String(cell.channel));
  const roles = guild === undefined ? [] : await assignableRoles(session, guild);
  const { user, ...place } = cell;
  const { id = "" } = await session.call("control.users.get", { path: { user: String(user) } });
  const cells = roles.map((role) => ({ ...place, roles: [role.id] }));
  const permissions = [{ id, type: USER_ENTRY, permission: true }];
  // The guild may have a command of the same name as a global one: a name would mean both.
  const here = namesakes.filter(
    ({ guild_id: of }) => (of ?? undefined) === undefined || of === guild,
  );
  const commands = Object.fromEntries(here.map((each) => [each.id, { permissions }]));
  const [byRole, byEntry] = await Promise.all([
    cells.length === 0 ? { results: [] } : session.call("control.decisions", { body: { cells } }),
    session.call("control.decisions", { body: { cells: [cell], overlay: { commands } } }),
  ]);
  return [
    ...roles
      .filter((_, i) => byRole.results[i]?.allowed === true)
      .map(({ name }) => `role @${name}`),
    ...(byEntry.results[0]?.allowed === true ? [`a command overwrite for ${String(user)}`] : []),
  ];
}

interface Role {
  readonly id: string;
  readonly name: string;
}

/** The guild of a channel; undefined for direct messages. */
async function guildOf(session: Session, channel: string): Promise<string | undefined> {
  if (channel.startsWith("@")) return undefined;
  const { guild } = await session.call("control.channels.get", { path: { channel } });
  return String(guild);
}

/** The roles of a guild that can be assigned to members. */
async function assignableRoles(session: Session, guild: string): Promise<readonly Role[]> {
  const { items } = await session.call("control.roles.list", { query: { limit: LIST_MAX } });
  return items
    .filter((role) => role.guild === guild && role.name !== "@everyone" && role.managed !== true)
    .slice(0, ROLES_MAX)
    .map(({ id = "", name = "" }) => ({ id, name }));
}
