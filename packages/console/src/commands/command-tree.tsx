// The registered commands of an application: by place and type, down to options, with their texts
// in all languages.
import { CommandType } from "@antechamber/contract/command-types";
import { commandLimits } from "@antechamber/contract/commands-limits";
import { Link } from "wouter";
import { LIST_MAX, useAnswer } from "../api/queries.ts";
import { useHref } from "../api/address.ts";
import { Card, Empty, Fault, Json, styles } from "../parts/parts.tsx";
import {
  commandText,
  useCommandsOf,
  type RegisteredCommand,
} from "../parts/registered-commands.ts";
import { Table } from "../parts/table.tsx";
import { textsOf } from "./texts.ts";

const kinds: Readonly<Record<number, string>> = {
  1: "chat input commands",
  2: "user commands",
  3: "message commands",
  4: "entry points",
};
/** The most commands of each type that an application may have in one place. */
const COUNT_MAX: Readonly<Record<number, number>> = {
  [CommandType.CHAT_INPUT]: commandLimits.chatInputCommands.value,
  [CommandType.USER]: commandLimits.userCommands.value,
  [CommandType.MESSAGE]: commandLimits.messageCommands.value,
  [CommandType.PRIMARY_ENTRY_POINT]: commandLimits.entryPointCommands.value,
};
/** The most characters of all texts of a command. */
const SIZE_MAX = commandLimits.commandSize.value;

export function CommandTree({ application }: { readonly application: string }) {
  const { data, error } = useCommandsOf(application);
  const items = data?.items ?? [];
  const places = Map.groupBy(items, ({ guild_id: guild }) =>
    typeof guild === "string" ? guild : "",
  );
  return (
    <Card title="Registered">
      <Fault error={error} />
      {items.length === 0 && error === null ? (
        <Empty isLoading={data === undefined}>
          This application has no commands. Deploy a list below, or register them from your program.
        </Empty>
      ) : null}
      {[...places].map(([guild, commands]) => (
        <Place key={guild} guild={guild} commands={commands} />
      ))}
    </Card>
  );
}

interface PlaceProps {
  /** The guild; empty for global commands. */
  readonly guild: string;
  readonly commands: readonly RegisteredCommand[];
}

function Place({ guild, commands }: PlaceProps) {
  const { data } = useAnswer("control.guilds.list", { query: { limit: LIST_MAX } });
  const name = data?.items.find(({ id }) => id === guild)?.name;
  const types = Map.groupBy(commands, ({ type }) => type ?? CommandType.CHAT_INPUT);
  return (
    <section aria-label={guild === "" ? "Global commands" : `Commands of guild ${guild}`}>
      <h3>{guild === "" ? "Global" : `Guild ${name ?? guild}`}</h3>
      {[...types].map(([type, list]) => (
        <div key={type} className={styles.spaced}>
          <p className={styles.soft}>
            {list.length} of {COUNT_MAX[type]} {kinds[type]}
          </p>
          {list.map((command) => (
            <CommandView key={command.id ?? command.name} command={command} />
          ))}
        </div>
      ))}
    </section>
  );
}

function CommandView({ command }: { readonly command: RegisteredCommand }) {
  const { name, type, description, default_member_permissions: bits } = command;
  const href = useHref();
  const texts = textsOf(command);
  const { guild_id: guild } = command;
  const isTyped = (type ?? CommandType.CHAT_INPUT) === CommandType.CHAT_INPUT;
  const stage = typeof guild === "string" ? `/stage/${guild}` : "/stage";
  const begun: Readonly<Record<string, string>> = isTyped ? { write: `/${name}` } : {};
  return (
    <details>
      <summary>
        <strong>{commandText(command)}</strong> {description}
      </summary>
      <p className={styles.row}>
        <span>
          {texts.size} of {SIZE_MAX} characters
        </span>
        <span>{bits === undefined || bits === null ? "" : `default permissions ${bits}`}</span>
        <Link href={href(stage, begun)}>Use in Stage</Link>
      </p>
      <Localizations name={name} texts={texts} />
      <Json name="options" value={command.options ?? []} />
    </details>
  );
}

interface LocalizationsProps {
  readonly name: string;
  readonly texts: ReturnType<typeof textsOf>;
}

/** All texts in all languages that any of them has; missing ones are marked. */
function Localizations({ name, texts }: LocalizationsProps) {
  const { locales, rows } = texts;
  if (locales.length === 0) return <p className={styles.soft}>No localizations.</p>;
  return (
    <Table label={`Localizations of ${name}`} titles={["Text", "Default", ...locales]}>
      {rows.map(({ path, text, localizations }) => (
        <tr key={path}>
          <th scope="row">{path}</th>
          <td>{text}</td>
          {locales.map((locale) => (
            <td key={locale}>{localizations[locale] ?? <span data-tone="warn">! missing</span>}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
