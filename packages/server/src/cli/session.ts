// One run of a client command: the service that it calls, and its output.
import { pagingLimits } from "@antechamber/contract/paging-limits";
import {
  ControlClient,
  RestError,
  type ControlCallId,
  type ControlInput,
  type ControlReply,
} from "@antechamber/sdk/control";
import { nearest } from "../kit/client/nearest.ts";
import type { ClientDeps, GlobalOptions } from "./deps.ts";
import { after } from "./environment.ts";
import { CommandFailure, exitCodes, wrongUsage } from "./failures.ts";
import { callsUntil } from "./one-call.ts";
import { Output } from "./output.ts";

const DEFAULT_URL = "http://127.0.0.1:8010";

/** The default control key, which is public. */
export const DEFAULT_KEY = "antechamber";

/** The world that a service starts with. */
export const MAIN_WORLD = "main";

/** After this many milliseconds without a response, a progress line is shown. */
const PROGRESS_AFTER_MS = 500;

/** Objects that calls name: the error code if one is unknown, and the list with their names. */
const namedKinds = {
  user: { code: 10_013, list: "control.users.list", field: "username" },
  channel: { code: 10_003, list: "control.channels.list", field: "name" },
  application: { code: 10_002, list: "control.applications.list", field: "name" },
  guild: { code: 10_004, list: "control.guilds.list", field: "name" },
} as const;

export type Named = keyof typeof namedKinds;

/** The kind of object that is unknown by the code of an error. */
function unknownKind(code: number): Named | undefined {
  const kinds = Object.keys(namedKinds) as readonly Named[];
  return kinds.find((kind) => namedKinds[kind].code === code);
}

interface NamedObject {
  readonly id: string;
  readonly name: string;
}

/** The most items of one answer of a list. */
export const LIST_MAX = pagingLimits.controlPage.value;

export class Session {
  readonly deps: ClientDeps;
  readonly out: Output;
  readonly url: string;
  readonly control: ControlClient;
  readonly controlKey: string;
  readonly worldName: string | undefined;
  readonly #options: GlobalOptions;

  constructor(deps: ClientDeps, options: GlobalOptions) {
    const { json = false, quiet = false, color = true } = options;
    this.deps = deps;
    this.#options = options;
    this.out = new Output(deps, { json, quiet, color });
    this.url =
      options.url === undefined
        ? baseUrl(variable(deps, "ANTECHAMBER_URL") ?? DEFAULT_URL, "ANTECHAMBER_URL")
        : baseUrl(options.url, "--url");
    const { controlKey = variable(deps, "ANTECHAMBER_CONTROL_KEY") ?? DEFAULT_KEY } = options;
    if (!/^[\x20-\xff]*$/.test(controlKey)) {
      const name = options.controlKey === undefined ? "ANTECHAMBER_CONTROL_KEY" : "--control-key";
      wrongUsage(`${name}: the key has characters that a header cannot carry`);
    }
    this.controlKey = controlKey;
    this.worldName = options.worldName ?? variable(deps, "ANTECHAMBER_WORLD_NAME");
    const world = this.worldName === undefined ? {} : { world: this.worldName };
    this.control = new ControlClient({
      baseUrl: this.url,
      controlKey,
      fetch: callsUntil(deps.ended),
      ...world,
    });
  }

  /** A session with the same service, in another of its worlds. */
  inWorld(worldName: string): Session {
    return new Session(this.deps, { ...this.#options, worldName });
  }

  /**
   * Calls the control plane.
   *
   * @throws CommandFailure with the most similar names if the named object does not exist
   */
  async call<I extends ControlCallId>(
    id: I,
    ...input: object extends ControlInput<I> ? [input?: ControlInput<I>] : [input: ControlInput<I>]
  ): Promise<ControlReply<I>> {
    let clear = () => {};
    const cancel = after(PROGRESS_AFTER_MS, () => {
      clear = this.out.progress(`waiting for ${this.url} …`);
    });
    try {
      return await this.control.call(id, ...input);
    } catch (error) {
      throw error instanceof RestError ? await this.#withSuggestion(error, input[0]) : error;
    } finally {
      cancel();
      clear();
    }
  }

  /** The names of all objects of a kind. */
  async namesOf(what: Named): Promise<readonly string[]> {
    return (await this.#namedObjects([what])).map(({ name }) => name);
  }

  async #namedObjects(kinds: readonly Named[]): Promise<readonly NamedObject[]> {
    return (await Promise.all(kinds.map((what) => this.#list(what)))).flat();
  }

  async #list(what: Named): Promise<readonly NamedObject[]> {
    const { list, field } = namedKinds[what];
    const { items } = (await this.control.call(list, { query: { limit: LIST_MAX } })) as {
      readonly items: readonly Readonly<Record<string, unknown>>[];
    };
    return items.map((item) => ({ id: String(item["id"]), name: String(item[field]) }));
  }

  /** The URL of the world itself, for any client. */
  async worldUrl(): Promise<string> {
    if (this.worldName === undefined) return this.url;
    const path = { world: this.worldName };
    return (await this.call("control.worlds.get", { path })).url;
  }

  async #withSuggestion(error: RestError, input: unknown): Promise<Error> {
    const kind = unknownKind(error.code);
    const references = kind === undefined ? [] : referencesIn(input, kind);
    const last = references.at(-1);
    if (kind === undefined || last === undefined) return error;
    const refused = `refused (${error.status}, code ${error.code}):`;
    for (const { text, kinds } of references) {
      const objects = await this.#namedObjects(kinds);
      const name = text.replace(/^[@#]/, "");
      if (objects.some((each) => each.id === name || each.name === name)) continue;
      const suggestions = nearest(
        name,
        objects.map((each) => each.name),
      );
      const hint =
        suggestions.length === 0 ? "there is none" : `did you mean ${suggestions.join(", ")}?`;
      const message = `${refused} no ${kind} is called "${text}"; ${hint}`;
      return new CommandFailure(message, exitCodes.refused);
    }
    // A channel that a user cannot see is reported as an unknown channel.
    const hidden = `${refused} the ${kind} "${last.text}" exists, but this user cannot see it`;
    return new CommandFailure(hidden, exitCodes.refused);
  }
}

/** A name or an id, and the kinds of object that it may refer to. */
interface Reference {
  readonly text: string;
  readonly kinds: readonly Named[];
}

/** Bots are users too, named after their applications. */
const people: readonly Named[] = ["user", "application"];

/** A call's references to objects of a kind, in the order in which the service resolves them. */
function referencesIn(input: unknown, what: Named): readonly Reference[] {
  const { path, query, body } = (input ?? {}) as Readonly<Record<string, object | undefined>>;
  const fields: Readonly<Record<string, unknown>> = { ...body, ...query, ...path };
  const { match, channel, target } = fields;
  const texts = (values: readonly unknown[]) => values.filter((each) => typeof each === "string");
  const own = texts([fields[what], (match as typeof fields | undefined)?.[what]]);
  // A direct message is named after its recipient, and a user command has a target.
  const others = what === "user" ? texts([channel, target]) : [];
  return [
    ...own.map((text) => ({ text, kinds: [what] })),
    ...others
      .filter((text) => text !== channel || text.startsWith("@"))
      .map((text) => ({ text, kinds: people })),
  ];
}

function variable({ env }: ClientDeps, name: string): string | undefined {
  const value = env[name];
  return value === "" ? undefined : value;
}

/** @param name the flag or variable that gave the URL */
function baseUrl(text: string, name: string): string {
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isAddress) wrongUsage(`${name}: "${text}" is not an address such as ${DEFAULT_URL}`);
  return new URL(text).origin;
}
