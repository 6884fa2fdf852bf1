// The worlds that an agent works in: its own, which are closed when it leaves, and others that it
// names. If no service is running, the agent's first own world starts one in memory, which ends
// with it too.
import { NetworkError, RestError, type ControlInput, type types } from "@antechamber/sdk/control";
import type { ClientDeps, GlobalOptions } from "../cli/deps.ts";
import { aborted, deadline } from "../cli/environment.ts";
import { MAIN_WORLD, Session } from "../cli/session.ts";
import { privatePath } from "../kit/servers/private-path.ts";
import { joinServer } from "../kit/servers/run-server.ts";
import { ToolFailure } from "./answers.ts";

/** Timeout of each request that checks the service, in real milliseconds. */
const PATIENCE_MS = 1500;
/** How long closing the agent's worlds may take when it leaves, in real milliseconds. */
const LEAVING_MS = 700;

type WorldForm = NonNullable<ControlInput<"control.worlds.create">["body"]>;

export type Mode = "development" | "production" | "unreachable";

/** A session in one world, and the lines printed in it. */
export interface WorldSession {
  readonly name: string;
  readonly session: Session;
  /** The lines that the command line's code printed for its user. */
  readonly printed: () => readonly string[];
}

export class AgentWorlds {
  readonly #deps: ClientDeps;
  readonly #options: GlobalOptions;
  /** The world that this server's command line names. */
  readonly #named: string | undefined;
  readonly #opened = new Set<string>();
  readonly #kept = new Set<string>();
  readonly #opening = new Set<Promise<unknown>>();
  readonly #left = new AbortController();
  readonly #cut = new AbortController();
  #server: { readonly url: string; readonly controlKey: string } | undefined;
  #own: string | undefined;
  /** Whether worlds opened by one call are known to the next; not so over HTTP. */
  readonly remembers: boolean;
  readonly #reachesFiles: boolean;

  constructor(
    deps: ClientDeps,
    options: GlobalOptions,
    { remembers = true, reachesFiles = true } = {},
  ) {
    this.remembers = remembers;
    this.#reachesFiles = reachesFiles;
    this.#deps = deps;
    this.#options = options;
    this.#named = new Session(deps, options).worldName;
  }

  /** The URL of the service. */
  get url(): string {
    return this.#sessionOf(undefined).session.url;
  }

  get controlKey(): string {
    return this.#sessionOf(undefined).session.controlKey;
  }

  /** Reads world files, which loads server code. */
  get files(): ClientDeps["worldFiles"] {
    return this.#deps.worldFiles;
  }

  /**
   * Checks that a field may name a file of this machine; for callers over HTTP, files are
   * elsewhere.
   *
   * @param instead what they can do without the file
   * @throws ToolFailure where files are out of reach
   */
  requireFiles(field: string, instead: string): void {
    if (this.#reachesFiles) return;
    throw new ToolFailure(`${field}: files are not read or written here`, instead);
  }

  /** The world that the agent opened last and that still exists. */
  get own(): string | undefined {
    return this.#own;
  }

  /** Whether the service was started for this agent. */
  get isServiceOwn(): boolean {
    return this.#server !== undefined;
  }

  /** The world to read from: the given one, else the agent's own, the named one or the first. */
  reading(world: string | undefined): WorldSession {
    return this.#sessionOf(world ?? this.#own ?? this.#named ?? MAIN_WORLD);
  }

  /** The world to change. @throws ToolFailure if none is named and the agent has none of its own */
  writing(world: string | undefined): WorldSession {
    const name = world ?? this.#own ?? this.#named;
    if (name !== undefined) return this.#sessionOf(name);
    throw new ToolFailure(
      "no world is named, and you have not opened one",
      `open one with world_new {"from": "demo"}, or name the world to change: {"world": "${MAIN_WORLD}"}`,
    );
  }

  /** The mode in which the service runs. */
  async mode(): Promise<Mode> {
    const { control } = this.#sessionOf(MAIN_WORLD).session;
    const signal = AbortSignal.any([deadline(PATIENCE_MS), this.#left.signal]);
    try {
      // This call comes first, since a stream would keep reconnecting if the service is not
      // running.
      await control.call("control.clock.get", { signal });
      for await (const event of control.follow({ signal })) {
        if (event.event === "hello")
          return event.data.mode === "production" ? "production" : "development";
      }
    } catch (error) {
      if (error instanceof NetworkError) return "unreachable";
      if (!(error instanceof RestError)) throw error;
    }
    return "development";
  }

  /** Whether a service responds at the URL. */
  async isReachable(): Promise<boolean> {
    return (await this.mode()) !== "unreachable";
  }

  /** Starts a service in memory if none responds; it ends when this process does. */
  async ensureService(): Promise<void> {
    if (await this.isReachable()) return;
    this.#refuseLeft();
    this.#server = await joinServer(privatePath(`agent-${process.pid}.json`));
  }

  /**
   * Opens a world of the agent's own.
   *
   * @param beside the world whose snapshots the form may name
   */
  async open(body: WorldForm, beside = MAIN_WORLD): Promise<types.WorldView> {
    this.#refuseLeft();
    // The service opens the world even if the agent leaves meanwhile, so this call is cut off
    // later, to close it.
    const { session } = this.#sessionOf(beside, this.#cut.signal);
    const opening = session.call("control.worlds.create", { body }).then((opened) => {
      this.#opened.add(opened.name);
      this.#own = opened.name;
      return opened;
    });
    this.#opening.add(opening);
    return opening.finally(() => this.#opening.delete(opening));
  }

  /** Nothing may be opened for an agent that has left. @throws ToolFailure */
  #refuseLeft(): void {
    if (this.#left.signal.aborted) throw new ToolFailure("the agent has left", "connect again");
  }

  /**
   * Interprets an error: if it means that the agent's own world is gone, the world is forgotten.
   *
   * @returns a ToolFailure that explains this, else the error itself
   */
  async meaningOf(error: unknown): Promise<unknown> {
    const name = this.#own;
    if (name === undefined || !isMissing(error) || !(await this.#isGone(name))) return error;
    this.#opened.delete(name);
    this.#own = [...this.#opened].at(-1);
    const next = this.#own === undefined ? "" : `, or use your world ${this.#own}`;
    return new ToolFailure(
      `your world ${name} no longer exists: it was closed, or the service restarted`,
      `world_new opens another${next}; status lists the worlds`,
    );
  }

  async #isGone(world: string): Promise<boolean> {
    const { control } = this.#sessionOf(MAIN_WORLD).session;
    const answer = control.call("control.worlds.get", { path: { world } });
    return answer.then(() => false, isMissing);
  }

  /** Closes a world. */
  async close(name: string): Promise<void> {
    await this.#sessionOf(MAIN_WORLD).session.call("control.worlds.delete", {
      path: { world: name },
    });
    this.#opened.delete(name);
    if (this.#own === name) this.#own = [...this.#opened].at(-1);
  }

  /** Keeps a world open when the agent leaves. */
  keep(name: string): void {
    this.#kept.add(name);
  }

  /** Aborts calls under way, and closes the worlds that were opened and not kept. */
  async leave(): Promise<void> {
    const signal = deadline(LEAVING_MS);
    this.#left.abort();
    await Promise.race([Promise.allSettled(this.#opening), aborted(signal)]);
    this.#cut.abort();
    const { control } = this.#sessionOf(MAIN_WORLD, signal).session;
    const gone = [...this.#opened].filter((name) => !this.#kept.has(name));
    await Promise.allSettled(
      gone.map((world) => control.call("control.worlds.delete", { path: { world } })),
    );
  }

  #sessionOf(name: string | undefined, ended: AbortSignal = this.#left.signal): WorldSession {
    let text = "";
    const out = (more: string) => void (text += more);
    const deps: ClientDeps = {
      ...this.#deps,
      out,
      err: () => undefined,
      isTerminal: { out: false, err: false },
      ended,
    };
    const session = new Session(deps, {
      ...this.#options,
      ...this.#server,
      json: false,
      color: false,
      ...(name === undefined ? {} : { worldName: name }),
    });
    const printed = () => (text === "" ? [] : text.trimEnd().split("\n"));
    return { name: name ?? MAIN_WORLD, session, printed };
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof RestError && error.status === 404;
}
