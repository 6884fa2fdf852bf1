// Which roles may use which commands in a channel, as one question to the service; and what would change.
import { useMemo, useState } from "react";
import type { ControlInput, types } from "@antechamber/sdk/control";
import { useAnswer } from "../api/queries.ts";
import { useParameter } from "../frame/address.ts";
import { Card, Empty, Fault, Page, styles as parts } from "../parts/parts.tsx";
import { ApplicationOfPage, useChosenApplication } from "../parts/application-choice.tsx";
import { useCommandsOf, type RegisteredCommand } from "../parts/registered-commands.ts";
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

interface CommandRow extends Named {
  /** The permissions that are asked of members by default; null: none. */
  readonly bits: string | null;
}

function commandRow(command: RegisteredCommand): CommandRow {
  const { id, name, default_member_permissions: bits } = command;
  return { id: id ?? "", name, bits: bits ?? null };
}

/** Commands that members of the guild find; undefined while they are not known. */
function useCommandRows(application: string, guild: string) {
  const { data, error } = useCommandsOf(application, guild);
  return { rows: data?.items.map(commandRow).slice(0, COMMANDS_MAX), error };
}

/** The permission that is asked of members by default, as its number; empty: none is. */
type Change = Readonly<Record<string, string | null>>;

function useRoles(guild: string): readonly Named[] {
  const { data } = useAnswer("control.roles.list", { query: { limit: LIST_MAX } });
  return useMemo(() => {
    const everyone = { id: guild, name: "@everyone" };
    const others = (data?.items ?? [])
      .filter((role) => String(role.guild) === guild && role.id !== guild)
      .map(({ id = "", name = "" }) => ({ id, name }));
    return [everyone, ...others].slice(0, ROLES_MAX);
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

function overlayOf(changes: Change): Overlay {
  const commands = Object.entries(changes).map(([id, bits]) => [
    id,
    { default_member_permissions: bits },
  ]);
  return { commands: Object.fromEntries(commands) as NonNullable<Overlay["commands"]> };
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

function Matrix({
  application,
  channel,
  guild,
}: {
  readonly application: string;
  readonly channel: string;
  readonly guild: string;
}) {
  const roles = useRoles(guild);
  const registered = useCommandRows(application, guild);
  const commands = registered.rows ?? [];
  const [changes, setChanges] = useState<Change>({});
  const isTrying = Object.keys(changes).length > 0;
  const asked = { application, channel, commands, roles };
  const now = useDecisions(asked);
  const then = useDecisions(asked, isTrying ? overlayOf(changes) : undefined);
  const differs = (at: number) =>
    now.data?.results[at]?.allowed !== then.data?.results[at]?.allowed;
  const changed = (now.data?.results ?? []).flatMap((each, at) =>
    differs(at) ? [each.allowed ? "loses" : "gains"] : [],
  );
  const lost = changed.filter((each) => each === "loses").length;
  return (
    <Card title="Who may use what: members with just this role">
      <Fault error={registered.error ?? now.error ?? then.error} />
      {registered.rows?.length === 0 ? (
        <Empty>This application has registered no commands.</Empty>
      ) : null}
      {commands.length === 0 ? null : (
        <>
          <p role="status">{statusText(isTrying, lost, changed.length - lost)}</p>
          <Decisions
            {...{ commands, roles, changes, differs }}
            outcomes={then.data?.results ?? []}
            change={(id, bits) => setChanges({ ...changes, [id]: bits })}
          />
          <button type="button" onClick={() => setChanges({})} disabled={!isTrying}>
            Forget the changes
          </button>
        </>
      )}
    </Card>
  );
}

function statusText(isTrying: boolean, lost: number, gained: number): string {
  if (isTrying) return `${lost} would lose, ${gained} would gain. Nothing is stored.`;
  return "Choose another default permission to see what would change; nothing is stored.";
}

interface DecisionsProps {
  readonly commands: readonly CommandRow[];
  readonly roles: readonly Named[];
  readonly changes: Change;
  readonly outcomes: readonly types.DecisionOutcome[];
  readonly differs: (at: number) => boolean;
  readonly change: (command: string, bits: string | null) => void;
}

function Decisions({ commands, roles, changes, outcomes, differs, change }: DecisionsProps) {
  return (
    <div className={parts.scrolls} tabIndex={0} role="region" aria-label="Decisions">
      <table>
        <thead>
          <tr>
            <th scope="col">Command</th>
            <th scope="col">Default permission</th>
            {roles.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
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
                  bits={command.id in changes ? (changes[command.id] ?? null) : command.bits}
                  choose={(bits) => change(command.id, bits)}
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
