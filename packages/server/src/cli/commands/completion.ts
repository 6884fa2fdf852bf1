// `antechamber completion`: suggestions for a shell, from the commands and from the live world.
import { readdir } from "node:fs/promises";
import type { Argument, Command, Option } from "commander";
import { globalFlags, type Act } from "../acting.ts";
import type { GlobalOptions } from "../deps.ts";
import { writtenName } from "../../kit/actors/command-text.ts";
import { deadline } from "../environment.ts";
import { wrongUsage } from "../failures.ts";
import { offersFor, withOffers } from "../offers.ts";
import { pageNames } from "./open.ts";
import { LIST_MAX, Session } from "../session.ts";

/** Timeout for suggestions, in real milliseconds; a running service responds in ten. */
const TIMEOUT_MS = 1_000;
/** The most suggestions that are printed. */
const SUGGESTIONS_MAX = 200;
/** The most pages that are searched for names with the typed prefix. */
const PAGES_MAX = 10;

/**
 * Each script strips the quotes of the typed words, and quotes what it inserts: names have spaces,
 * and a bare `#` starts a comment. The one for bash also works with version 3.2, which macOS has;
 * bash splits words at `=` and `:`, and only replaces the last part.
 */
const scripts: Readonly<Record<string, string>> = {
  bash: `_antechamber() {
  local each rest="\${COMP_LINE:0:COMP_POINT}" typed="\${COMP_WORDS[COMP_CWORD]}" before
  local -a words=()
  COMPREPLY=()
  for each in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if [[ \${#words[@]} -eq 0 || $rest == [[:space:]]* ]]; then
      words+=("$each")
    else
      words[\${#words[@]}-1]+=$each
    fi
    rest="\${rest#"\${rest%%[![:space:]]*}"}"
    rest="\${rest#"$each"}"
  done
  before="\${words[\${#words[@]}-1]}"
  [[ $typed == [=:] ]] || before="\${before%"$typed"}"
  before="\${before//[\\\\\\"\\']/}"
  words=("\${words[@]:1}")
  while IFS= read -r each; do
    each="\${each:\${#before}}"
    [[ $typed == [\\"\\']* ]] || each=$(printf %q "$each")
    COMPREPLY+=("$each")
  done < <(antechamber complete -- "\${words[@]//[\\\\\\"\\']/}" 2>/dev/null)
}
complete -o default -F _antechamber antechamber`,
  zsh: `#compdef antechamber
_antechamber() {
  local -a found
  found=("\${(@f)$(antechamber complete -- "\${(@)words[2,CURRENT]//[\\\\\\"\\']/}" 2>/dev/null)}")
  compadd -- $found
}
compdef _antechamber antechamber`,
  fish: `function __antechamber
  set -l typed (commandline -ct | string replace -ra '[\\\\\\\\"\\']' '')
  antechamber complete -- (commandline -opc)[2..] $typed 2>/dev/null
end
complete -c antechamber -f -a '(__antechamber)'`,
};

export function addCompletion(program: Command, act: Act): void {
  act(
    withOffers(
      program
        .command("completion")
        .description(
          "Print the script with which a shell completes commands and names of the running world",
        )
        .argument("<shell>", Object.keys(scripts).join(", ")),
      { shell: Object.keys(scripts) },
    ),
    async (session, _, shell = "") => {
      const script = scripts[shell];
      if (script === undefined)
        wrongUsage(`"${shell}" is not one of ${Object.keys(scripts).join(", ")}`);
      session.out.show({ script }, () => [script]);
    },
  );
  act(
    program
      .command("complete", { hidden: true })
      .description("Print what may complete the last word, for the scripts of shells")
      .argument("[words...]"),
    async (session, _, ...words) => {
      const found = await suggestions(session, program, words);
      session.out.show({ suggestions: found }, () => found.slice(0, SUGGESTIONS_MAX));
    },
  );
}

async function suggestions(
  session: Session,
  program: Command,
  words: readonly string[],
): Promise<readonly string[]> {
  // Everything after `--` belongs to another program.
  if (words.slice(0, -1).includes("--")) return [];
  const walk = walkWords(program, words.slice(0, -1));
  const { command, pending } = walk;
  const typed = words.at(-1) ?? "";
  const [flag, value] = pending === undefined ? flagIn(command, typed) : [];
  if (flag === undefined || value === undefined)
    return withPrefix(typed, await next(session, walk, typed));
  const before = typed.slice(0, typed.length - value.length);
  return (await valuesOf(session, walk, { of: flag, typed: value })).map((each) => before + each);
}

/** Commands, flags and values that may come next. */
async function next(session: Session, walk: Walk, typed: string): Promise<readonly string[]> {
  const { command, args, pending } = walk;
  if (typed.startsWith("-") && (pending === undefined || pending.variadic)) {
    return flagsOf(command).flatMap(({ long }) => long ?? []);
  }
  const inner = pending === undefined && args === 0 ? visibleCommands(command) : [];
  const target = pending ?? command.registeredArguments[args];
  return target === undefined
    ? inner
    : [...inner, ...(await valuesOf(session, walk, { of: target, typed }))];
}

/** Suggestions for a value of which a prefix has been typed. */
async function valuesOf(
  session: Session,
  { command, service }: Walk,
  { of: target, typed }: { readonly of: Option | Argument; readonly typed: string },
): Promise<readonly string[]> {
  const words = offersFor(command, target, typed);
  if (words.length > 0) return withPrefix(typed, words);
  const kind = kindOf(target);
  if (kind === "page") return withPrefix(typed, [...pageNames, ...(await traceFilesFrom(typed))]);
  return namesOf(sessionOf(session, service), kind, typed);
}

function withPrefix(typed: string, offers: readonly string[]): readonly string[] {
  return offers.filter((each) => each.toLowerCase().startsWith(typed.toLowerCase()));
}

/**
 * The kind of a value, as its flag or argument names it; a variadic argument, such as a program,
 * has none.
 */
function kindOf(target: Option | Argument): string {
  if ("flags" in target) return /[<[](\w+)/.exec(target.flags)?.[1] ?? "";
  return target.variadic ? "" : target.name();
}

/** A session for the service and the world that the flags of the line name. */
function sessionOf(
  { deps, url, controlKey, worldName }: Session,
  service: Walk["service"],
): Session {
  return new Session(deps, {
    url,
    controlKey,
    ...(worldName === undefined ? {} : { worldName }),
    ...service,
  });
}

/** The names of the visible subcommands. */
function visibleCommands(group: Command): readonly string[] {
  const visible = group.createHelp().visibleCommands(group);
  return visible.filter((each) => group.commands.includes(each)).map((each) => each.name());
}

interface Walk {
  readonly command: Command;
  /** How many arguments of the command have been given. */
  readonly args: number;
  /** The flag before, if it still takes a value. */
  readonly pending: Option | undefined;
  /** The service and the world whose names are suggested, as far as flags name them. */
  readonly service: Pick<GlobalOptions, "url" | "controlKey" | "worldName">;
}

/** The flags that select the service and the world. */
const serviceFlags = {
  "--url": "url",
  "--control-key": "controlKey",
  "--world-name": "worldName",
} as const;

/** Follows the words to the command, argument or flag that they end in. */
function walkWords(program: Command, words: readonly string[]): Walk {
  let [command, args]: [Command, number] = [program, 0];
  let pending: Option | undefined;
  const service: { -readonly [K in keyof Walk["service"]]: Walk["service"][K] } = {};
  const setService = ({ long }: Option, value: string) => {
    if (long !== undefined && long in serviceFlags)
      service[serviceFlags[long as keyof typeof serviceFlags]] = value;
  };
  for (const word of words) {
    const [flag, value] = flagIn(command, word);
    const inner = command.commands.find((each) => each.name() === word);
    if (pending !== undefined && (flag === undefined || !pending.variadic)) {
      setService(pending, word);
      if (!pending.variadic) pending = undefined;
    } else if (flag !== undefined) {
      pending = value === undefined && takesValue(flag) ? flag : undefined;
      if (value !== undefined) setService(flag, value);
    } else if (inner !== undefined && args === 0) command = inner;
    else args += 1;
  }
  return { command, args, pending, service };
}

/**
 * `--url=X` is a flag with its value, `--url` and `-f` are flags without one; other words are not
 * flags.
 */
function flagIn(command: Command, word: string): readonly [Option?, (string | undefined)?] {
  const [, name = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  const flag = flagsOf(command).find(({ long, short }) => name === long || name === short);
  return flag === undefined || (value !== undefined && !takesValue(flag)) ? [] : [flag, value];
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

/** The flags of a command; before the command, the global flags are allowed too. */
function flagsOf(command: Command): readonly Option[] {
  if (command.parent !== null) return command.options;
  const all = command.commands.flatMap(({ options }) => options);
  const global = Object.keys(globalFlags).flatMap(
    (name) => all.find(({ long }) => long === name) ?? [],
  );
  return [...command.options, ...global];
}

/** The trace files in the folder of a typed path, and its subfolders. */
async function traceFilesFrom(typed: string): Promise<readonly string[]> {
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const found = await readdir(folder === "" ? "." : folder, { withFileTypes: true }).catch(
    () => [],
  );
  return found
    .filter(({ name }) => !name.startsWith("."))
    .filter((each) => each.isDirectory() || each.name.endsWith(".trace.jsonl"))
    .map((each) => `${folder}${each.name}${each.isDirectory() ? "/" : ""}`);
}

/** The endpoint, the field and the prefix of each kind of name. */
const lists = {
  user: ["control.users.list", "username", ""],
  target: ["control.users.list", "username", ""],
  channel: ["control.channels.list", "name", "#"],
  guild: ["control.guilds.list", "name", ""],
  application: ["control.applications.list", "name", ""],
  snapshot: ["control.snapshots.list", "name", ""],
  world: ["control.worlds.list", "name", ""],
  lobby: ["control.lobbies.list", "id", ""],
  delivery: ["control.deliveries.list", "id", ""],
} as const;

/** Lists with a search parameter, which finds ids and names that contain a text. */
const searchableLists: readonly string[] = [
  "control.users.list",
  "control.channels.list",
  "control.guilds.list",
  "control.applications.list",
  "control.lobbies.list",
  "control.deliveries.list",
];
/** The maximum length of the search parameter. */
const SEARCH_MAX = 100;

/** The names of a kind with the typed prefix; none if the service does not respond in time. */
async function namesOf(session: Session, kind: string, typed: string): Promise<readonly string[]> {
  const signal = deadline(TIMEOUT_MS);
  const found: string[] = [];
  try {
    if (kind === "command") return withPrefix(typed, await commandNames(session, signal));
    if (!(kind in lists)) return [];
    const [list, field, sign] = lists[kind as keyof typeof lists];
    const searchText = typed.slice(sign.length, sign.length + SEARCH_MAX);
    const search = searchText !== "" && searchableLists.includes(list) ? { q: searchText } : {};
    let page: { readonly after?: string } = {};
    for (let pages = 0; pages < PAGES_MAX && found.length < SUGGESTIONS_MAX; pages += 1) {
      const query = { limit: LIST_MAX, ...page, ...search };
      const answer = (await session.control.call(list, { query, signal })) as NamedPage;
      const names = answer.items.map((item) => `${sign}${String(item[field])}`);
      found.push(...withPrefix(typed, names));
      if (answer.next === null) break;
      page = { after: answer.next };
    }
  } catch {
    // Whatever was found before the timeout or error is suggested.
  }
  return found;
}

interface NamedPage {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly next: string | null;
}

async function commandNames(session: Session, signal: AbortSignal): Promise<readonly string[]> {
  const { items } = await session.control.call("control.applications.list", { signal });
  const applications = await Promise.all(
    items.map(({ id = "" }) =>
      session.control.call("control.applications.get", { path: { application: id }, signal }),
    ),
  );
  return applications.flatMap(({ commands = [] }) =>
    commands.map((command) => writtenName(command)),
  );
}
