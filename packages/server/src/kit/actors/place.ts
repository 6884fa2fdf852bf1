// A user in a channel, where they run commands, write and read messages.
import { pause, realNow } from "../client/environment.ts";
import { CannotDo } from "../client/errors.ts";
import {
  matchesMessage,
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
  isOfMenu,
  isTyped,
  readFitting,
  writtenName,
  type OptionValues,
  type TypedCommand,
} from "./command-text.ts";
import type { CallParts } from "../client/control-client.ts";
import { hasControl } from "./controls.ts";
import { encodedFiles, type Files } from "./files.ts";
import { messageOf, type Actor, type Reply } from "./reply.ts";
import {
  plainValues,
  type CommandManifest,
  type OptionsAt,
  type OptionsOf,
  type PathsOf,
} from "./typed-commands.ts";

/** The messages that a user sees in a channel, the newest last. */
export interface View {
  readonly messages: readonly Message[];
  /** The same messages as a transcript. */
  readonly text: string;
}

/** How many lines of a transcript a failure quotes. */
const QUOTED_LINES = 30;

/** The last lines of a transcript, for failure messages. */
export function endOfView({ text }: View): string {
  const lines = text.trimEnd().split("\n");
  const cut = lines.length - QUOTED_LINES;
  return cut > 0 ? [`… ${cut} lines`, ...lines.slice(cut)].join("\n") : text;
}

/** Options of running a command. */
export interface RunOptions {
  /** The application to use, if several have a command with this name. */
  readonly app?: string;
  /** Files by filename; attachment options refer to them. */
  readonly files?: Files;
  /**
   * Values that cannot be typed, such as texts with colons or line breaks; they override typed
   * values.
   */
  readonly options?: OptionValues;
}

/** Options of writing a message. */
export interface MessageOptions {
  /** Waits for the messages that applications send in response. */
  readonly until?: "answered";
  /** Files by filename. */
  readonly files?: Files;
}

/** A message that a user wrote. */
export interface SentMessage extends Message {
  /** The messages that applications sent in response, if the test waited for them. */
  readonly answers?: readonly Message[];
}

/** The operations of a user that places need. */
export interface Person extends Actor {
  view(channel: string, guild?: string): Promise<View>;
  /** Calls the control plane for this user: `POST invoke`. @throws CannotDo */
  call<T>(route: string, parts: CallParts, action: string): Promise<T>;
}

/** The message that was looked for, and everything that the user saw. */
export interface MessageSearch {
  readonly message: Message | undefined;
  readonly view: View;
  /** Why applications may not have answered, if there is no such message. */
  readonly notes: readonly string[];
}

/** How long to look for a message, and the time between two polls, in real milliseconds. */
const LOOK_MAX_MS = 2000;
const LOOK_MS = 5;

interface FoundCommand extends OwnedCommand {
  /**
   * This command and others with the same name: an application may have a global one and one in
   * each guild.
   */
  readonly namesakes: readonly Command[];
}

interface Spot {
  readonly channel: string;
  readonly guild: string | undefined;
  readonly shown: string;
}

/**
 * A user in a channel, `world.user("alice").in("#general")`, or in a direct message. Each act
 * resolves once it has an outcome.
 */
export class Place {
  /** The user who acts here. */
  readonly user: Person;
  readonly #acts: Acts;
  readonly #spot: Spot;

  constructor(user: Person, acts: Acts, spot: Spot) {
    this.user = user;
    this.#acts = acts;
    this.#spot = spot;
  }

  /**
   * Runs a command as it is typed, `run("/ban user:@bob reason:spam")`, or by its manifest, so that
   * the compiler checks its options: `run(ban, { user: bob })`.
   *
   * @throws CannotDo for an unknown command, subcommand, option or choice
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
    // If several commands have the name, the service decides which one the manifest is of.
    if (namesakes.length === 1) checkNames(Object.keys(options), { command, path });
    const shown = Object.entries(options).map(([name, value]) => `${name}:${String(value)}`);
    const text = `/${[path, ...shown].join(" ")}`;
    return this.#invoke(application, { command, path, options, last: undefined }, { text });
  }

  /**
   * Uses a user command on a user, or a message command on a message or its id.
   *
   * @throws CannotDo
   */
  runOn(
    target: string | Reply | Message,
    command: string,
    options: RunOptions = {},
  ): Promise<Reply> {
    return this.#acts.underWay(() => this.#runOn(target, command, options));
  }

  async #runOn(on: string | Reply | Message, command: string, options: RunOptions): Promise<Reply> {
    const target = typeof on === "string" ? on : messageOf(on).id;
    const { application } = await this.#owned(command, isOfMenu, options);
    const body = { ...this.#where(), application, command, target };
    return this.#send("invoke", body, { text: `${command} on ${target}`, needs: [] });
  }

  /**
   * Types a command up to its last option, and waits for the suggestions for it.
   *
   * @throws CannotDo
   */
  autocomplete(text: string, options: RunOptions = {}): Promise<Reply> {
    return this.#acts.underWay(() => this.#autocomplete(text, options));
  }

  async #autocomplete(text: string, options: RunOptions): Promise<Reply> {
    const { application, namesakes } = await this.#commandFor(text, options);
    const typed = readFitting(text, namesakes, { isTyping: true });
    if (typed.last === undefined) throw new CannotDo(`"${text}" does not end in an option`);
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
   * Writes a message. With `until: "answered"`, waits up to two seconds for messages that
   * applications send in response.
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

  /** The messages that the user sees here. */
  sees(): Promise<View> {
    return this.user.view(this.#spot.channel, this.#spot.guild);
  }

  /**
   * The newest message here that matches, now or within two seconds.
   *
   * @throws CannotDo when there is none
   */
  async find(expected: TextPattern | MessageExpectation): Promise<Message> {
    const { message, view, notes } = await this.look(expected);
    if (message !== undefined) return message;
    const unseen = `${this.user.name} sees no message ${shownValue(expected)} in ${this.#spot.shown}:`;
    throw new CannotDo([unseen, endOfView(view), ...notes].join("\n"));
  }

  /** What the user sees here once a message matches, or after two seconds. */
  look(expected: TextPattern | MessageExpectation): Promise<MessageSearch> {
    return this.#acts.follow(async () => {
      const end = realNow() + LOOK_MAX_MS;
      for (;;) {
        const view = await this.sees();
        const message = view.messages.findLast((each) => matchesMessage(each, expected));
        if (message !== undefined) return { message, view, notes: [] };
        if (realNow() >= end) return { message, view, notes: await this.#notesOn(view) };
        await pause(LOOK_MS);
      }
    });
  }

  /** If a person had the last word, why applications may not have answered. */
  async #notesOn({ messages }: View): Promise<readonly string[]> {
    const last = messages.at(-1);
    if (last === undefined || last.author.bot === true) return [];
    return this.#acts.unreadNotes({ isDirect: this.#spot.shown.startsWith("@") });
  }

  /** Clicks a button of the newest message here that has one with this name. @throws CannotDo */
  async click(button: string): Promise<Reply> {
    return this.user.click(await this.#newestWith(button), button);
  }

  /** Chooses in a menu of the newest message here that has one with this name. @throws CannotDo */
  async select(menu: string, ...values: readonly string[]): Promise<Reply> {
    return this.user.select(await this.#newestWith(menu), menu, ...values);
  }

  /** The newest message with such a control, else the newest message with any components. */
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
    return this.#owned(`/${commandName(text)}`, isTyped, options);
  }

  /** @throws CannotDo when no application has such a command, or several have it */
  async #owned(
    written: string,
    fits: (command: Command) => boolean,
    { app }: RunOptions,
  ): Promise<FoundCommand> {
    const listed = await this.#acts.commands(app);
    const all = listed.filter(({ command }) => fits(command));
    const found = all.filter(({ command }) => [writtenName(command), command.id].includes(written));
    const [first] = found;
    if (first === undefined) {
      if (listed.length === 0) {
        const instead = "sign the bot in by world.login, which waits until they are registered";
        throw new CannotDo(`no application has the command ${written}, or any other: ${instead}`);
      }
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
    const action = { user: this.user.name, place: this.#spot.shown, text };
    const doing = `run ${text} in ${this.#spot.shown}`;
    const send = (wait: number) =>
      this.user.call<InvocationOutcome>(`POST ${verb}`, { body: { ...body, wait } }, doing);
    return this.#acts.run(send, { user: this.user, action, needs });
  }
}

interface Sending {
  readonly text: string;
  readonly needs: readonly string[];
}

function neededFor({ default_member_permissions: bits }: Command): readonly string[] {
  return bits === undefined || bits === null ? [] : permissionNames(BigInt(bits));
}
