// A user in a channel: where they run commands, write and read.
import { pause, realNow } from "../client/environment.ts";
import { CannotDo } from "../client/errors.ts";
import {
  isSeenAs,
  shown as shownValue,
  type MessageExpectation,
  type TextPattern,
} from "./patterns.ts";
import { suggestion } from "../client/nearest.ts";
import { permissionNames } from "./permission-names.ts";
import type { Command, InvocationOutcome, Message } from "../client/wire-types.ts";
import type { Acts, OwnedCommand } from "./acts.ts";
import {
  checkNames,
  commandName,
  readFitting,
  type OptionValues,
  type TypedCommand,
} from "./command-text.ts";
import type { CallParts } from "../client/control-client.ts";
import { hasControl } from "./controls.ts";
import { encodedFiles, type Files } from "./files.ts";
import type { Actor, Reply } from "./reply.ts";
import {
  plainValues,
  type CommandManifest,
  type OptionsAt,
  type OptionsOf,
  type PathsOf,
} from "./typed-commands.ts";

/** What a user sees in a channel, newest last. */
export interface View {
  readonly messages: readonly Message[];
  /** The same as a transcript. */
  readonly text: string;
}

/** Lines of a transcript that a failure tells. */
const TOLD_LINES = 30;

/** The end of a transcript, for failures. */
export function endOfView({ text }: View): string {
  const lines = text.trimEnd().split("\n");
  const cut = lines.length - TOLD_LINES;
  return cut > 0 ? [`… ${cut} lines`, ...lines.slice(cut)].join("\n") : text;
}

/** What goes with a command beside its text. */
export interface RunOptions {
  /** Whose command it is, where several applications have one of the name. */
  readonly app?: string;
  /** Files by their names, which options name. */
  readonly files?: Files;
  /** Values that cannot be typed, as texts with colons and line breaks; they win over typed ones. */
  readonly options?: OptionValues;
}

/** What goes with a message beside its text. */
export interface MessageOptions {
  /** Waits for what applications say to it. */
  readonly until?: "answered";
  /** Files by their names. */
  readonly files?: Files;
}

/** A message that a user wrote. */
export interface SentMessage extends Message {
  /** What applications said to it, where the test waited for that. */
  readonly answers?: readonly Message[];
}

/** A user in a channel. */
export interface Person extends Actor {
  view(channel: string, guild?: string): Promise<View>;
  /** A call of the control plane for them: `POST invoke`. @throws CannotDo */
  call<T>(route: string, parts: CallParts, deed: string): Promise<T>;
}

/** What was looked for, and all that was there. */
export interface Look {
  readonly message: Message | undefined;
  readonly view: View;
}

/** How long a message is waited for, and the time between two looks, in real milliseconds. */
const LOOK_MAX_MS = 2000;
const LOOK_MS = 5;

interface FoundCommand extends OwnedCommand {
  /** It and others of its name: an application may have one in each guild beside the global one. */
  readonly namesakes: readonly Command[];
}

/** Kinds of command: those that are typed, and those of the menus of users and messages. */
const CHAT_INPUT = 1;
const TYPED = [CHAT_INPUT];
const MENUS = [2, 3];

interface Spot {
  readonly channel: string;
  readonly guild: string | undefined;
  readonly shown: string;
}

/**
 * A user in a channel, `world.user("alice").in("#general")`, or in a direct message. What they do
 * there resolves once it has an outcome.
 */
export class Place {
  /** Who acts here. */
  readonly user: Person;
  readonly #acts: Acts;
  readonly #spot: Spot;

  constructor(user: Person, acts: Acts, spot: Spot) {
    this.user = user;
    this.#acts = acts;
    this.#spot = spot;
  }

  /**
   * Runs a command as it is typed, `run("/ban user:@bob reason:spam")`, or by its manifest, whose
   * options the compiler knows: `run(ban, { user: bob })`, `run(tags, "edit add", { name: "x" })`.
   *
   * @throws CannotDo when there is no such command, subcommand, option or choice
   */
  run(text: string, options?: RunOptions): Promise<Reply>;
  /** Runs a command by its manifest: `run(ban, { user: bob })`. */
  run<const M extends CommandManifest>(command: M, values: OptionsOf<M>): Promise<Reply>;
  /** Runs a subcommand by the manifest: `run(tags, "edit add", { name: "x" })`. */
  run<const M extends CommandManifest, P extends PathsOf<M>>(
    command: M,
    path: P,
    values: OptionsAt<M, P>,
  ): Promise<Reply>;
  run(
    named: string | CommandManifest,
    second: RunOptions | OptionValues | string = {},
    third: OptionValues = {},
  ): Promise<Reply> {
    return this.#acts.underWay(() => this.#run(named, second, third));
  }

  async #run(
    named: string | CommandManifest,
    second: RunOptions | OptionValues | string,
    third: OptionValues,
  ): Promise<Reply> {
    if (typeof named !== "string") {
      if (typeof second === "string") return this.#runWith(`${named.name} ${second}`, third);
      return this.#runWith(named.name, second as OptionValues);
    }
    const options = second as RunOptions;
    const { application, namesakes } = await this.#commandFor(named, options);
    const typed = readFitting(named, namesakes);
    const given = plainValues(options.options ?? {});
    checkNames(Object.keys(given), typed);
    const values = { ...typed.options, ...given };
    return this.#invoke(application, { ...typed, options: values }, { text: named, ...options });
  }

  async #runWith(path: string, values: OptionValues): Promise<Reply> {
    const { application, command, namesakes } = await this.#commandFor(path, {});
    const options = plainValues(values);
    // Which of several a manifest is of, the service finds out.
    if (namesakes.length === 1) checkNames(Object.keys(options), { command, path });
    const shown = Object.entries(options).map(([name, value]) => `${name}:${String(value)}`);
    const text = `/${[path, ...shown].join(" ")}`;
    return this.#invoke(application, { command, path, options, last: undefined }, { text });
  }

  /** Uses a command of the menu on a user, or on a message by its id. @throws CannotDo */
  runOn(target: string, command: string, options: RunOptions = {}): Promise<Reply> {
    return this.#acts.underWay(() => this.#runOn(target, command, options));
  }

  async #runOn(target: string, command: string, options: RunOptions): Promise<Reply> {
    const { application } = await this.#owned(command, MENUS, options);
    const body = { ...this.#where(), application, command, target };
    return this.#send("invoke", body, { text: `${command} on ${target}`, needs: [] });
  }

  /**
   * Types a command whose last option is not done, and waits for its suggestions.
   *
   * @throws CannotDo
   */
  autocomplete(text: string, options: RunOptions = {}): Promise<Reply> {
    return this.#acts.underWay(() => this.#autocomplete(text, options));
  }

  async #autocomplete(text: string, options: RunOptions): Promise<Reply> {
    const { application, namesakes } = await this.#commandFor(text, options);
    const typed = readFitting(text, namesakes, { isTyping: true });
    if (typed.last === undefined) throw new CannotDo(`"${text}" ends in no option`);
    const body = {
      ...this.#where(),
      application,
      command: typed.path,
      options: typed.options,
      focused: typed.last,
    };
    return this.#send("autocomplete", body, { text, needs: [] });
  }

  /**
   * Writes a message. With `until: "answered"` it waits for what applications say to it, two
   * seconds at most.
   */
  message(content: string, { until, files }: MessageOptions = {}): Promise<SentMessage> {
    const body = {
      ...this.#where(),
      content,
      ...(until === undefined ? {} : { until, wait: LOOK_MAX_MS }),
      ...encodedFiles(files),
    };
    return this.user.call("POST message", { body }, `write in ${this.#spot.shown}`);
  }

  /** What the user sees here. */
  sees(): Promise<View> {
    return this.user.view(this.#spot.channel, this.#spot.guild);
  }

  /**
   * The newest message here that has all of this, now or within two seconds.
   *
   * @throws CannotDo when there is none
   */
  async find(expected: TextPattern | MessageExpectation): Promise<Message> {
    const { message, view } = await this.look(expected);
    if (message !== undefined) return message;
    throw new CannotDo(
      `${this.user.name} sees no message ${shownValue(expected)} in ${this.#spot.shown}:\n${endOfView(view)}`,
    );
  }

  /** What the user sees here once such a message is there, or after two seconds. */
  async look(expected: TextPattern | MessageExpectation): Promise<Look> {
    const end = realNow() + LOOK_MAX_MS;
    for (;;) {
      const view = await this.sees();
      const message = view.messages.findLast((each) => isSeenAs(each, expected));
      if (message !== undefined || realNow() >= end) return { message, view };
      await pause(LOOK_MS);
    }
  }

  /** Clicks a button of the newest message here that has one of the name. @throws CannotDo */
  async click(button: string): Promise<Reply> {
    return this.user.click(await this.#newestWith(button), button);
  }

  /** Chooses in a menu of the newest message here that has one of the name. @throws CannotDo */
  async select(menu: string, ...values: readonly string[]): Promise<Reply> {
    return this.user.select(await this.#newestWith(menu), menu, ...values);
  }

  /** The newest message with such a control; without one the newest that has any. */
  async #newestWith(named: string): Promise<Message> {
    const { messages } = await this.sees();
    const found =
      messages.findLast(({ components = [] }) => hasControl(components, named)) ??
      messages.findLast(({ components = [] }) => components.length > 0);
    if (found === undefined) throw new CannotDo(`no message in ${this.#spot.shown} has controls`);
    return found;
  }

  #where() {
    const { channel, guild } = this.#spot;
    return { channel, ...(guild === undefined ? {} : { guild }) };
  }

  #commandFor(text: string, options: RunOptions): Promise<FoundCommand> {
    return this.#owned(`/${commandName(text)}`, TYPED, options);
  }

  /** @throws CannotDo when no application has such a command, or several have it */
  async #owned(
    written: string,
    kinds: readonly number[],
    { app }: RunOptions,
  ): Promise<FoundCommand> {
    const listed = await this.#acts.commands(app);
    const all = listed.filter(({ command }) => kinds.includes(kindOf(command)));
    const found = all.filter(({ command }) => [writtenName(command), command.id].includes(written));
    const [first] = found;
    if (first === undefined) {
      const names = [...new Set(all.map(({ command }) => writtenName(command)))];
      throw new CannotDo(`no application has the command ${written}${suggestion(written, names)}`);
    }
    this.#acts.refuseSeveral(found, written);
    return { ...first, namesakes: found.map(({ command }) => command) };
  }

  #invoke(
    application: string,
    { command, path, options }: TypedCommand,
    { text, files }: RunOptions & { readonly text: string },
  ): Promise<Reply> {
    const body = {
      ...this.#where(),
      application,
      command: path,
      options,
      ...encodedFiles(files),
    };
    return this.#send("invoke", body, { text, needs: neededFor(command) });
  }

  #send(verb: string, body: object, { text, needs }: Sending): Promise<Reply> {
    const deed = { user: this.user.name, place: this.#spot.shown, text };
    const doing = `run ${text} in ${this.#spot.shown}`;
    const send = (wait: number) =>
      this.user.call<InvocationOutcome>(`POST ${verb}`, { body: { ...body, wait } }, doing);
    return this.#acts.run(send, { user: this.user, deed, needs });
  }
}

interface Sending {
  readonly text: string;
  readonly needs: readonly string[];
}

function kindOf({ type = CHAT_INPUT }: Command): number {
  return type;
}

/** True of a command that is typed, not of a menu's. */
export function isTyped(command: Command): boolean {
  return TYPED.includes(kindOf(command));
}

/** As people write it: those of menus have no slash, and their names may have spaces. */
export function writtenName(command: Command): string {
  return kindOf(command) === CHAT_INPUT ? `/${command.name}` : command.name;
}

function neededFor({ default_member_permissions: bits }: Command): readonly string[] {
  return bits === undefined || bits === null ? [] : permissionNames(BigInt(bits));
}
