// Which roles may use which commands in a channel, as one question to the service; and what would change.
import { useMemo, useState } from "react";
import type { ControlInput, types } from "@antechamber/sdk/control";
import { queries, useAnswer } from "../api/queries.ts";
import { useParameter, useWorld } from "../frame/address.ts";
import { Card, Copy, Empty, Fault, Page, styles as parts } from "../parts/parts.tsx";
import { ApplicationOfPage, useChosenApplication } from "../parts/application-choice.tsx";
import { useCommandsOf, type RegisteredCommand } from "../parts/registered-commands.ts";
import { apply, callsOf, countOf, none, overlayOf, type Changes } from "../permissions/changes.ts";
import { Why } from "../permissions/why.tsx";
import styles from "./permissions.module.css";

const LIST_MAX = 1000;
/** Rows and columns that are asked about at once. */
const COMMANDS_MAX = 100;
const ROLES_MAX = 50;

type Cell = types.DecisionCell;
type Overlay = NonNullable<ControlInput<"control.decisions">["body"]["overlay"]>;

interface Named {
  readonly id: string;
  readonly name: string;
}

interface RoleColumn extends Named {
  /** As the number of its bits. */
  readonly permissions: string;
}

interface CommandRow extends Named {
  /** The guild that alone has it; undefined for a global one. */
  readonly guild: string | undefined;
  /** The permissions that are asked of members by default; null: none. */
  readonly bits: string | null;
}

function commandRow(command: RegisteredCommand): CommandRow {
  const { id, name, guild_id: guild, default_member_permissions: bits } = command;
  return {
    id: id ?? "",
    name,
    guild: typeof guild === "string" ? guild : undefined,
    bits: bits ?? null,
  };
}

/** Commands that members of the guild find; undefined while they are not known. */
function useCommandRows(application: string, guild: string) {
  const { data, error } = useCommandsOf(application, guild);
  return { rows: data?.items.map(commandRow).slice(0, COMMANDS_MAX), error };
}

function useRoles(guild: string): readonly RoleColumn[] {
  const { data } = useAnswer("control.roles.list", { query: { limit: LIST_MAX, q: guild } });
  return useMemo(() => {
    const ofGuild = (data?.items ?? []).filter((role) => String(role.guild) === guild);
    const columns = ofGuild.map(({ id = "", name = "", permissions = "0" }) => ({
      id,
      name,
      permissions: String(permissions as string | number),
    }));
    const isEveryone = ({ id }: RoleColumn) => id === guild;
    const everyone = columns.find(isEveryone) ?? { id: guild, name: "@everyone", permissions: "0" };
    return [everyone, ...columns.filter((each) => !isEveryone(each))].slice(0, ROLES_MAX);
  }, [data, guild]);
}

function useChannels() {
  const { data } = useAnswer("control.channels.list", { query: { limit: LIST_MAX } });
  return (data?.items ?? []).map(({ id = "", name = "", guild }) => ({
    id,
    name,
    guild: String(guild),
  }));
}

interface Asked {
  readonly application: string;
  readonly channel: string;
  readonly commands: readonly Named[];
  readonly roles: readonly Named[];
}

/** The answers to every cell, row by row; undefined while they are not known. */
function useDecisions({ application, channel, commands, roles }: Asked, overlay?: Overlay) {
  const cells = commands.flatMap((command): Cell[] =>
    roles.map((role) => ({ roles: [role.id], application, command: command.id, channel })),
  );
  const body = { cells, ...(overlay === undefined ? {} : { overlay }) };
  return useAnswer("control.decisions", { body }, { isOff: cells.length === 0 || channel === "" });
}

export function PermissionsPage() {
  const application = useChosenApplication();
  const channels = useChannels();
  const [askedChannel, setChannel] = useParameter("channel");
  const channel = channels.find(({ id }) => id === askedChannel) ?? channels[0];
  return (
    <Page
      title="Permissions"
      actions={
        <>
          <ApplicationOfPage />
          <label>
            Channel{" "}
            <select value={channel?.id ?? ""} onChange={({ target }) => setChannel(target.value)}>
              {channels.map(({ id, name }) => (
                <option key={id} value={id}>
                  #{name}
                </option>
              ))}
            </select>
          </label>
        </>
      }
    >
      {application === "" || channel === undefined ? (
        <Empty>This needs an application and a channel of a guild.</Empty>
      ) : (
        <Matrix application={application} channel={channel.id} guild={channel.guild} />
      )}
    </Page>
  );
}

/** What would be with the changes, and in which cells that differs from what is. */
function useTrial(asked: Asked, changes: Changes) {
  const isTrying = countOf(changes) > 0;
  const now = useDecisions(asked);
  const then = useDecisions(asked, isTrying ? overlayOf(changes) : undefined);
  const differs = (at: number) =>
    now.data?.results[at]?.allowed !== then.data?.results[at]?.allowed;
  const changed = (now.data?.results ?? []).filter((_, at) => differs(at));
  const lost = changed.filter(({ allowed }) => allowed).length;
  return {
    isTrying,
    differs,
    outcomes: then.data?.results ?? [],
    status: statusText(isTrying, lost, changed.length - lost),
    error: now.error ?? then.error,
  };
}

interface MatrixProps {
  readonly application: string;
  readonly channel: string;
  readonly guild: string;
}

function Matrix({ application, channel, guild }: MatrixProps) {
  const roles = useRoles(guild);
  const registered = useCommandRows(application, guild);
  const commands = registered.rows ?? [];
  const [changes, setChanges] = useState(none);
  const trial = useTrial({ application, channel, commands, roles }, changes);
  const { isTrying, differs, outcomes } = trial;
  return (
    <>
      <Card title="Who may use what: members with just this role">
        <Fault error={registered.error ?? trial.error} />
        {registered.rows?.length === 0 ? (
          <Empty>This application has registered no commands.</Empty>
        ) : null}
        {commands.length === 0 ? null : (
          <>
            <p role="status">{trial.status}</p>
            <Decisions {...{ commands, roles, changes, outcomes, differs, setChanges }} />
          </>
        )}
      </Card>
      {isTrying ? (
        <Applying
          changes={changes}
          place={{ application, guildOf: (id) => commands.find((each) => each.id === id)?.guild }}
          done={() => setChanges(none)}
        />
      ) : null}
      <Why {...{ application, channel, guild, commands }} />
    </>
  );
}

interface ApplyingProps {
  readonly changes: Changes;
  readonly place: Parameters<typeof apply>[2];
  readonly done: () => void;
}

/** What applying would call, and doing so. */
function Applying({ changes, place, done }: ApplyingProps) {
  const world = useWorld();
  const [fault, setFault] = useState<unknown>();
  const calls = callsOf(changes, place);
  async function applyAll(): Promise<void> {
    try {
      await apply(world, changes, place);
      await queries.invalidateQueries({ queryKey: [world] });
      done();
    } catch (refused) {
      setFault(refused);
    }
  }
  return (
    <Card title="Applying calls">
      <ul className={parts.plain}>
        {calls.map((each) => (
          <li key={each}>
            <code className={parts.breaks}>{each}</code>
          </li>
        ))}
      </ul>
      <Fault error={fault} />
      <p className={parts.row}>
        <button type="button" data-first onClick={() => void applyAll()}>
          Apply
        </button>
        <Copy text={calls.join("\n")}>Copy the calls</Copy>
        <button type="button" onClick={done}>
          Forget the changes
        </button>
      </p>
    </Card>
  );
}

function statusText(isTrying: boolean, lost: number, gained: number): string {
  if (isTrying) return `${lost} would lose, ${gained} would gain. Nothing is stored.`;
  return "Choose another default permission, or another permission of a role, to see what would change.";
}

interface DecisionsProps {
  readonly commands: readonly CommandRow[];
  readonly roles: readonly RoleColumn[];
  readonly changes: Changes;
  readonly outcomes: readonly types.DecisionOutcome[];
  readonly differs: (at: number) => boolean;
  readonly setChanges: (changes: Changes) => void;
}

function Decisions(props: DecisionsProps) {
  const { commands, roles, changes, outcomes, differs, setChanges } = props;
  const ask = (id: string, bits: string | null) =>
    setChanges({ ...changes, commands: { ...changes.commands, [id]: bits } });
  const hold = (id: string, permissions: string) =>
    setChanges({ ...changes, roles: { ...changes.roles, [id]: permissions } });
  return (
    <div className={parts.scrolls} tabIndex={0} role="region" aria-label="Decisions">
      <table>
        <thead>
          <tr>
            <th scope="col">Command</th>
            <th scope="col">Default permission</th>
            {roles.map((role) => (
              <th key={role.id} scope="col">
                {role.name}
                <RolePermissions
                  role={role.name}
                  bits={changes.roles[role.id] ?? role.permissions}
                  choose={(bits) => hold(role.id, bits)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {commands.map((command, row) => (
            <tr key={command.id}>
              <th scope="row">/{command.name}</th>
              <td>
                <DefaultPermission
                  name={command.name}
                  bits={askedOf(command, changes)}
                  choose={(bits) => ask(command.id, bits)}
                />
              </td>
              {roles.map(({ id }, column) => {
                const at = row * roles.length + column;
                return <Decision key={id} outcome={outcomes[at]} isChanged={differs(at)} />;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function askedOf({ id, bits }: CommandRow, { commands }: Changes): string | null {
  const changed = commands[id];
  return changed === undefined ? bits : changed;
}

/** Permissions of roles that decide about commands most often, by their bits. */
const roleChoices: readonly (readonly [string, bigint])[] = [
  ["may use commands", 1n << 31n],
  ["administrates", 1n << 3n],
];

interface RolePermissionsProps {
  readonly role: string;
  readonly bits: string;
  readonly choose: (bits: string) => void;
}

function RolePermissions({ role, bits, choose }: RolePermissionsProps) {
  const held = BigInt(bits);
  return roleChoices.map(([title, bit]) => (
    <label key={title} className={parts.row}>
      <input
        type="checkbox"
        aria-label={`${role} ${title}`}
        checked={(held & bit) !== 0n}
        onChange={() => choose(String(held ^ bit))}
      />
      {title}
    </label>
  ));
}

/** Permissions that commands often ask for, as their numbers. */
const choices: readonly (readonly [string, string | null])[] = [
  ["nobody is asked for one", null],
  ["administrators alone", "0"],
  ["MANAGE_GUILD", "32"],
  ["BAN_MEMBERS", "4"],
  ["KICK_MEMBERS", "2"],
  ["MANAGE_MESSAGES", "8192"],
  ["MODERATE_MEMBERS", "1099511627776"],
];

interface DefaultPermissionProps {
  readonly name: string;
  readonly bits: string | null;
  readonly choose: (bits: string | null) => void;
}

function DefaultPermission({ name, bits, choose }: DefaultPermissionProps) {
  const isListed = choices.some(([, each]) => each === bits);
  return (
    <select
      aria-label={`Default permission of /${name}`}
      value={bits ?? ""}
      onChange={({ target }) => choose(target.value === "" ? null : target.value)}
    >
      {isListed ? null : <option value={bits ?? ""}>{bits}</option>}
      {choices.map(([title, each]) => (
        <option key={title} value={each ?? ""}>
          {title}
        </option>
      ))}
    </select>
  );
}

interface DecisionProps {
  readonly outcome: types.DecisionOutcome | undefined;
  readonly isChanged: boolean;
}

function Decision({ outcome, isChanged }: DecisionProps) {
  if (outcome === undefined) return <td />;
  const { allowed, step } = outcome;
  const text = allowed ? "✓ allowed" : "✕ denied";
  return (
    <td
      className={isChanged ? styles.changed : undefined}
      data-tone={allowed ? "good" : "bad"}
      title={`decided at step ${step}`}
    >
      {text}
    </td>
  );
}
