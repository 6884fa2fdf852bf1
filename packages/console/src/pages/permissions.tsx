// Who may use which commands where: the matrix, the explanation of a cell, and hypothetical
// changes.
import { useCallback, useMemo, useState } from "react";
import { useParameter, useWorld } from "../api/address.ts";
import { Card, Empty, Fault, Page } from "../parts/parts.tsx";
import {
  ApplicationOfPage,
  useApplications,
  useChosenApplication,
} from "../parts/application-choice.tsx";
import { Applying } from "../permissions/applying.tsx";
import { columnsOf, type Axis, type Column, type Named, type Who } from "../permissions/axes.ts";
import { CellSettings } from "../permissions/cell-settings.tsx";
import { countOf, none, withChange, type Changes } from "../permissions/changes.ts";
import { useAccessFollowed, useDecidedAgain, useTrial } from "../permissions/decisions.ts";
import { Matrix, type At } from "../permissions/matrix.tsx";
import { Steps } from "../permissions/steps.tsx";
import {
  useChannels,
  useCommandRows,
  useEntries,
  useMembers,
  useOwner,
  useRoles,
  type ChannelColumn,
  type CommandRow,
  type RoleColumn,
} from "../permissions/world.ts";

const axes: Readonly<Record<Axis, string>> = {
  roles: "roles",
  users: "members",
  channels: "channels",
};

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choose: (value: string) => void;
  /** The choices: values with their titles. */
  readonly choices: readonly (readonly [string, string])[];
}

function Choice({ label, value, choose, choices }: ChoiceProps) {
  return (
    <label>
      {label}{" "}
      <select value={value} onChange={({ target }) => choose(target.value)}>
        {choices.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

export function PermissionsPage() {
  const world = useWorld();
  const application = useChosenApplication();
  useAccessFollowed();
  const applications = useApplications();
  const { channels, ...listed } = useChannels();
  const error = applications.error ?? listed.error;
  const isLoading = applications.isPending || listed.isLoading;
  const [askedChannel, setChannel] = useParameter("channel");
  const [requested, setAxis] = useParameter("across");
  const axis = requested in axes ? (requested as Axis) : "roles";
  const channel = channels.find(({ id }) => id === askedChannel) ?? channels[0];
  return (
    <Page
      title="Permissions"
      actions={
        <>
          <ApplicationOfPage />
          <Choice
            label="Compare"
            value={axis}
            choose={(next) => setAxis(next === "roles" ? "" : next)}
            choices={Object.entries(axes)}
          />
          <Choice
            label={axis === "channels" ? "Guild of channel" : "Channel"}
            value={channel?.id ?? ""}
            choose={setChannel}
            choices={channels.map(({ id, name }) => [id, `#${name}`])}
          />
        </>
      }
    >
      <Fault error={error} />
      {application === "" || channel === undefined ? (
        error === null ? (
          <Empty isLoading={isLoading}>
            Permissions need an application and a guild with a channel. Add them under Data.
          </Empty>
        ) : null
      ) : (
        <OfGuild
          key={`${world} ${application} ${channel.guild}`}
          {...{ application, axis, channel, channels }}
        />
      )}
    </Page>
  );
}

interface OfGuildProps {
  readonly application: string;
  readonly axis: Axis;
  readonly channel: ChannelColumn;
  readonly channels: readonly ChannelColumn[];
}

/** The role or member of the matrix when its columns are channels; the URL holds the choice. */
function useWho(roles: readonly Named[], users: readonly Named[]) {
  const [requested, setRequested] = useParameter("who");
  const all: readonly Who[] = useMemo(
    () => [
      ...roles.map((role) => ({ ...role, kind: "role" as const })),
      ...users.map((user) => ({ ...user, kind: "user" as const })),
    ],
    [roles, users],
  );
  const who = all.find(({ kind, id }) => `${kind}:${id}` === requested) ?? all[0];
  return { who, all, setRequested };
}

/** The columns of the matrix, as the URL says. */
function useColumns({ axis, channel, channels }: OfGuildProps) {
  const { guild } = channel;
  const [roles, users] = [useRoles(guild), useMembers(guild)];
  const { who, all, setRequested } = useWho(roles, users);
  const columns = useMemo(() => {
    const here = channels.filter((each) => each.guild === guild);
    if (who === undefined) return [];
    return columnsOf({ axis, roles, users, channels: here, channel, who });
  }, [axis, roles, users, channels, channel, guild, who]);
  const choice =
    axis !== "channels" || who === undefined ? null : (
      <Choice
        label="Role or member"
        value={`${who.kind}:${who.id}`}
        choose={setRequested}
        choices={all.map(({ kind, id, name }) => [`${kind}:${id}`, `${kind} ${name}`])}
      />
    );
  return { columns, roles, choice };
}

const titles: Readonly<Record<Axis, string>> = {
  roles: "Access by role: members with only this role",
  users: "Access by member",
  channels: "Access by channel",
};

const noCommands: readonly CommandRow[] = [];

/** The hypothetical changes, with the settings that are edited in the matrix itself. */
function useChanges(roles: readonly RoleColumn[]) {
  const [changes, setChanges] = useState(none);
  const ask = useCallback((command: CommandRow, bits: string | null) => {
    const subject = { kind: "commands", id: command.id, now: command.settings } as const;
    setChanges((old) => withChange(old, subject, { default_member_permissions: bits }));
  }, []);
  const heldNow = (id: string) => roles.find((role) => role.id === id)?.permissions ?? "0";
  const permissionsOf = (id: string) => changes.roles[id]?.permissions ?? heldNow(id);
  const hold = (id: string, permissions: string) => {
    const subject = { kind: "roles", id, now: { permissions: heldNow(id) } } as const;
    setChanges((old) => withChange(old, subject, { permissions }));
  };
  return { changes, setChanges, ask, hold, permissionsOf };
}

function OfGuild(props: OfGuildProps) {
  const { application, axis, channel, channels } = props;
  const { guild } = channel;
  const { columns, roles, choice } = useColumns(props);
  const registered = useCommandRows(application, guild);
  const commands = registered.rows ?? noCommands;
  const owner = useOwner(guild);
  const { changes, setChanges, ask, hold, permissionsOf } = useChanges(roles);
  const [chosen, choose] = useState<At>();
  const { now, tried, status, error } = useTrial({ application, commands, columns }, changes);
  useDecidedAgain(registered.rows);
  const guildOf = (id: string) => commands.find((each) => each.id === id)?.guild;
  return (
    <>
      <Card title={titles[axis]}>
        {choice}
        <Fault error={registered.error ?? error} />
        {commands.length === 0 && registered.error === null ? (
          <Empty isLoading={registered.rows === undefined}>
            This application has no commands. Deploy some under Commands.
          </Empty>
        ) : null}
        {commands.length === 0 ? null : (
          <>
            <p role="status">{status}</p>
            <Matrix
              {...{ commands, columns, now, tried, changes, chosen, choose, ask, permissionsOf }}
              {...(axis === "roles" ? { hold } : {})}
            />
          </>
        )}
      </Card>
      {chosen === undefined ? null : (
        <OfCell
          command={commands[chosen[0]]}
          column={columns[chosen[1]]}
          {...{ application, channels, guild, changes, setChanges }}
        />
      )}
      {countOf(changes) === 0 ? null : (
        <Applying
          changes={changes}
          place={{ application, guild, owner, guildOf }}
          done={() => setChanges(none)}
        />
      )}
    </>
  );
}

interface OfCellProps {
  readonly application: string;
  readonly command: CommandRow | undefined;
  readonly column: Column | undefined;
  readonly channels: readonly ChannelColumn[];
  readonly guild: string;
  readonly changes: Changes;
  readonly setChanges: (changes: Changes) => void;
}

/** The explanation of a cell, and the settings that could change it. */
function OfCell({ channels, guild, command, column, ...rest }: OfCellProps) {
  const entries = useEntries(rest.application, guild);
  const channel = channels.find(({ id }) => id === column?.channel.id);
  if (command === undefined || column === undefined) return null;
  const cell = { ...rest, command, column };
  return (
    <>
      <Steps {...cell} />
      {channel === undefined ? null : (
        <CellSettings {...cell} channel={channel} entries={entries} />
      )}
    </>
  );
}
