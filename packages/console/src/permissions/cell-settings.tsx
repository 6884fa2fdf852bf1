// The settings that a cell's decision depends on, to try other values: permission entries of the
// command and of all commands, overwrites of the channel, and where the command is available.
import { Card, styles } from "../parts/parts.tsx";
import type { Column } from "./axes.ts";
import { EntryType, withChange, type Changes, type Entry, type Subject } from "./changes.ts";
import { stanceIn, stanceOn, withStance, withStanceOn, type Stance } from "./settings.ts";
import { StanceField, USE_COMMANDS, VIEW_CHANNEL } from "./settings-fields.tsx";
import type { ChannelColumn, CommandRow } from "./world.ts";

interface CellSettingsProps {
  readonly application: string;
  readonly command: CommandRow;
  readonly column: Column;
  readonly channel: ChannelColumn;
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  readonly changes: Changes;
  readonly setChanges: (changes: Changes) => void;
}

export function CellSettings(props: CellSettingsProps) {
  return (
    <Card title="What if">
      <div className={styles.form}>
        <EntryFields {...props} />
        <OverwriteFields {...props} />
        <AgeAndPlace {...props} />
      </div>
    </Card>
  );
}

/** The roles, users and channels that entries can be about. */
function EntryFields(props: CellSettingsProps) {
  const { application, command, column, entries, changes, setChanges } = props;
  const { who, channel } = column;
  const somebody = {
    id: who.id,
    type: who.kind === "role" ? EntryType.ROLE : EntryType.USER,
  } as const;
  const place = { id: channel.id, type: EntryType.CHANNEL } as const;
  const whose = [
    { id: command.id, title: `Permission of ${command.name}` },
    { id: application, title: "Permission of all commands" },
  ];
  return whose.flatMap(({ id, title }) => {
    const now = { permissions: entries.get(id) ?? [] };
    const subject: Subject<"entries"> = { kind: "entries", id, now };
    const list = changes.entries[id]?.permissions ?? now.permissions;
    return [
      { about: somebody, name: who.name },
      { about: place, name: `#${channel.name}` },
    ].map(({ about, name }) => (
      <StanceField
        key={`${id} ${about.type}`}
        label={`${title} for ${name}`}
        value={stanceIn(list, about)}
        choose={(stance) =>
          setChanges(withChange(changes, subject, { permissions: withStance(list, about, stance) }))
        }
      />
    ));
  });
}

const permissions = [
  ["View channel", VIEW_CHANNEL],
  ["Use commands", USE_COMMANDS],
] as const;

/** The channel's overwrite for the role or member. */
function OverwriteFields({ column, channel, changes, setChanges }: CellSettingsProps) {
  const { who } = column;
  const holder = { id: who.id, type: who.kind === "role" ? 0 : 1 } as const;
  const list =
    changes.channels[channel.id]?.permission_overwrites ?? channel.settings.permission_overwrites;
  const subject: Subject<"channels"> = {
    kind: "channels",
    id: channel.id,
    now: channel.settings,
  };
  const say = (bit: bigint, stance: Stance) =>
    withChange(changes, subject, {
      permission_overwrites: withStanceOn(list, holder, { bit, stance }),
    });
  return permissions.map(([title, bit]) => (
    <StanceField
      key={title}
      label={`${title} in #${channel.name} for ${who.name}`}
      value={stanceOn(list, holder, bit)}
      choose={(stance) => setChanges(say(bit, stance))}
    />
  ));
}

const IN_GUILDS = 0;
const EVERYWHERE = [0, 1, 2] as const;

/** Age restrictions, and whether a global command is available in guilds. */
function AgeAndPlace({ command, channel, changes, setChanges }: CellSettingsProps) {
  const ofCommand: Subject<"commands"> = {
    kind: "commands",
    id: command.id,
    now: command.settings,
  };
  const ofChannel: Subject<"channels"> = {
    kind: "channels",
    id: channel.id,
    now: channel.settings,
  };
  const tried = { ...command.settings, ...changes.commands[command.id] };
  const isChannelForAdults = { ...channel.settings, ...changes.channels[channel.id] }.nsfw;
  const contexts = tried.contexts ?? EVERYWHERE;
  const isInGuilds = contexts.includes(IN_GUILDS);
  const others = contexts.filter((each) => each !== IN_GUILDS);
  const withGuilds = isInGuilds ? others : [IN_GUILDS, ...others];
  return (
    <>
      <Check
        title={`${command.name} is age-restricted`}
        isSet={tried.nsfw === true}
        set={(nsfw) => setChanges(withChange(changes, ofCommand, { nsfw }))}
      />
      {command.guild !== undefined || withGuilds.length === 0 ? null : (
        <Check
          title={`${command.name} is available in guilds`}
          isSet={isInGuilds}
          set={() => {
            const isAll = withGuilds.length === EVERYWHERE.length;
            const back = isAll && command.settings.contexts === null ? null : withGuilds;
            const next = back as readonly (0 | 1 | 2)[] | null;
            setChanges(withChange(changes, ofCommand, { contexts: next }));
          }}
        />
      )}
      <Check
        title={`#${channel.name} is age-restricted`}
        isSet={isChannelForAdults}
        set={(nsfw) => setChanges(withChange(changes, ofChannel, { nsfw }))}
      />
    </>
  );
}

interface CheckProps {
  readonly title: string;
  readonly isSet: boolean;
  readonly set: (isSet: boolean) => void;
}

function Check({ title, isSet, set }: CheckProps) {
  return (
    <label>
      <span>
        <input type="checkbox" checked={isSet} onChange={() => set(!isSet)} /> {title}
      </span>
    </label>
  );
}
