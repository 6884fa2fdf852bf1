// The acts of a world's users: each is sent, awaited, and recorded until the test ends.
import { interactionLimits } from "@antechamber/contract/interactions-limits";
import { ControlRefusal, CannotDo, faultLines, framesOf } from "../client/errors.ts";
import { segment, type CallParts, type ControlClient } from "../client/control-client.ts";
import { after, pause, realNow } from "../client/environment.ts";
import { suggestion } from "../client/nearest.ts";
import type { Unended } from "../client/unended.ts";
import { wholeList } from "../client/whole-list.ts";
import { traceOf, type TranscriptAct } from "./traces.ts";
import type { Command, InvocationOutcome } from "../client/wire-types.ts";
import type { KnownApplication } from "../worlds/recipe.ts";
import type { DueJob } from "../client/clock.ts";
import { Reply, type Actor } from "./reply.ts";
import { unreadNotes } from "./unread.ts";

/**
 * How long an application may stay silent before a frozen clock is moved to the next timeout, in
 * real milliseconds.
 */
const PATIENCE_MS = 1000;

/**
 * The longest wait for anything, in real milliseconds. It is shorter than the five seconds that
 * test runners allow by default, so that a failure can state what was awaited.
 */
export const WAIT_MAX_MS = 4000;

/** How long an answer that a timer brought takes to arrive, in real milliseconds. */
const ARRIVAL_MS = 10;

/** World milliseconds for the first response, and for all responses. */
const { value: FIRST_ANSWER_MS } = interactionLimits.firstAnswer;
const { value: ANSWER_MS } = interactionLimits.interactionTokenLife;

/** Milliseconds of real time between two polls. */
const LOOK_MS = 2;

/** Error codes for unknown objects. Source: protocol: gateway-oauth-limits 5. */
const Unknown = { application: 10002, channel: 10003, guild: 10004, user: 10013 } as const;

/** The dependencies of acts. */
export interface ActsDeps {
  readonly control: ControlClient;
  readonly applications: readonly KnownApplication[];
  readonly nameOf: (id: string) => string;
  readonly usernames: () => readonly string[];
  /** Whether the world's clock is frozen, so that only the kit can end a wait. */
  readonly isFrozen: () => Promise<boolean>;
  /** Advances the world's clock, or until a timer on the way brought what is waited for. */
  readonly advance: (ms: number, isEnough: () => Promise<boolean>) => Promise<unknown>;
  /** Counts each act and call. */
  readonly unended: Unended;
  /** Lines that a failure message ends with. */
  readonly notes: () => readonly string[];
}

/** A command, and the id of its application. */
export interface OwnedCommand {
  readonly application: string;
  readonly command: Command;
}

interface Doing {
  readonly user: Actor;
  readonly action: TranscriptAct;
  readonly needs: readonly string[];
}

/** The acts of a world's users. */
export class Acts {
  readonly #deps: ActsDeps;
  replies: readonly Reply[] = [];
  #open = 0;

  constructor(deps: ActsDeps) {
    this.#deps = deps;
  }

  /** How many acts are under way. An act starts when the test calls the method. */
  get open(): number {
    return this.#open;
  }

  /**
   * Runs an act. What the user looks up first is part of it, so that a move of the clock waits for
   * that too. The stack of a CannotDo error points to the line of the test that called, however
   * late the error occurs.
   */
  async underWay(act: () => Promise<Reply>): Promise<Reply> {
    this.#open += 1;
    const origin = new Error();
    try {
      const reply = await this.follow(act);
      reply.origin = framesOf(origin);
      return reply;
    } catch (error) {
      if (error instanceof CannotDo) error.stack = `${String(error)}\n${framesOf(origin)}`;
      throw error;
    } finally {
      this.#open -= 1;
    }
  }

  /** Sends a call that has an outcome, and waits for the outcome; part of an act under way. */
  async run(send: (waitMs: number) => Promise<InvocationOutcome>, doing: Doing): Promise<Reply> {
    const { user, action, needs } = doing;
    const outcome = await this.#patiently(send(WAIT_MAX_MS));
    const { control, nameOf, notes } = this.#deps;
    const trace = await traceOf(control, { action, outcome, needs, nameOf });
    const reply = new Reply(outcome, { trace, user, needs, notes: (user.notes ?? notes)() });
    this.replies = [...this.replies, reply];
    return reply;
  }

  /** @throws CannotDo when the service refuses the call */
  call<T>(route: string, parts: CallParts, otherwise: string): Promise<T> {
    return this.follow(() => this.#call(route, parts, otherwise));
  }

  /** Does something that the end of the test waits for, whether the test awaits it or not. */
  follow<T>(act: () => Promise<T>): Promise<T> {
    return this.#deps.unended.follow(act);
  }

  async #call<T>(route: string, parts: CallParts, otherwise: string): Promise<T> {
    try {
      return await this.#deps.control.call<T>(route, parts);
    } catch (error) {
      if (!(error instanceof ControlRefusal) || error.status >= 500) throw error;
      const places = faultLines(error.errors);
      const why = places.length > 0 ? places.join("; ") : error.reason;
      const unnamed = /Value "([^"]*)" is not snowflake/.exec(why)?.[1];
      const instead =
        unnamed === undefined
          ? `${why}${await this.#nearest(error.code, parts)}`
          : `nothing is called "${unnamed}"${await this.#nearestNames(unnamed)}`;
      throw new CannotDo(`${otherwise}: ${instead}`, { cause: error });
    }
  }

  /** A suggestion of similar names, if a call was refused because a name is unknown. */
  async #nearest(code: number, parts: CallParts): Promise<string> {
    const { applications, control, usernames } = this.#deps;
    const named = { ...parts.query, ...(parts.body as object) } as Readonly<
      Record<"application" | "channel" | "guild" | "target", string | undefined>
    >;
    const apps = applications.map(({ name }) => name);
    if (code === Unknown.channel) return this.#nearestChannels(parts);
    if (code === Unknown.application && named.application !== undefined) {
      return suggestion(named.application, apps);
    }
    if (code === Unknown.user && named.channel?.startsWith("@") === true) {
      const names = [...usernames(), ...apps].map((name) => `@${name}`);
      return suggestion(named.channel, names);
    }
    if (code === Unknown.user && named.target !== undefined) {
      return suggestion(named.target, [...usernames(), ...apps]);
    }
    if (code === Unknown.guild && named.guild !== undefined) {
      const guilds = await wholeList<{ name?: string }>(control, "GET /guilds");
      const names = guilds.flatMap(({ name }) => name ?? []);
      return suggestion(named.guild, names);
    }
    return "";
  }

  /** A suggestion of similar names of whatever an option can be about: `@bob`, `#general`. */
  async #nearestNames(written: string): Promise<string> {
    const { applications, control, usernames } = this.#deps;
    const [roles, channels] = await Promise.all([
      wholeList<{ name: string }>(control, "GET /roles"),
      wholeList<{ name?: string }>(control, "GET /channels"),
    ]);
    const others = [...usernames(), ...[...applications, ...roles].map(({ name }) => name)];
    const names = [
      ...others.map((name) => `@${name.replace(/^@/, "")}`),
      ...channels.flatMap(({ name }) => (name === undefined ? [] : [`#${name}`])),
    ];
    return suggestion(written, [...new Set(names)]);
  }

  /**
   * A suggestion of similar channel names; empty if the channel exists and the user just cannot see
   * it.
   */
  async #nearestChannels({ body, query }: CallParts): Promise<string> {
    const { channel } = { ...query, ...(body as object) } as { readonly channel?: string };
    if (channel === undefined || /^(@|\d+$)/.test(channel)) return "";
    const channels = await wholeList<{ name?: string }>(this.#deps.control, "GET /channels");
    const names = new Set(channels.flatMap(({ name }) => (name === undefined ? [] : [`#${name}`])));
    return names.has(`#${channel}`) ? "" : suggestion(`#${channel}`, [...names]);
  }

  /** Why bots may not have read what a person wrote. */
  unreadNotes(where: { readonly isDirect: boolean }): Promise<readonly string[]> {
    return unreadNotes(this.#deps.control, { ...where, nameOf: this.#deps.nameOf });
  }

  /** Removes replies from the list. */
  forget(replies: readonly Reply[]): void {
    this.replies = this.replies.filter((each) => !replies.includes(each));
  }

  /** The commands of one application, or of all. */
  async commands(app: string | undefined): Promise<readonly OwnedCommand[]> {
    const { applications, control } = this.#deps;
    const ids =
      app === undefined ? applications.map(({ id }) => id) : [this.applicationFor(app).id];
    const lists = await Promise.all(
      ids.map(async (application) => {
        const path = `GET /applications/${segment(application)}`;
        const { commands = [] } = await control.call<{ commands?: Command[] }>(path);
        return commands.map((command) => ({ application, command }));
      }),
    );
    return lists.flat();
  }

  /** An application by its name or id; absent: the first. @throws CannotDo */
  applicationFor(app: string | undefined): KnownApplication {
    const { applications } = this.#deps;
    const found = applications.find(
      ({ id, name }) => app === undefined || id === app || name === app,
    );
    if (found !== undefined) return found;
    if (app === undefined) throw new CannotDo("the world has no application");
    const names = applications.map(({ name }) => name);
    throw new CannotDo(`there is no application "${app}"${suggestion(app, names)}`);
  }

  /** @throws CannotDo when commands that are called the same are of several applications */
  refuseSeveral(found: readonly OwnedCommand[], written: string): void {
    const owners = new Set(found.map(({ application }) => application));
    if (owners.size < 2) return;
    const those = [...owners].map((each) => this.nameOf(each)).join(", ");
    throw new CannotDo(`several applications have ${written}: ${those}; pass { app }`);
  }

  nameOf(id: string): string {
    return this.#deps.nameOf(id);
  }

  /** Resolves once every act under way has reached the service, or has ended. */
  async begun(): Promise<void> {
    const known = new Set(this.replies.map(({ interaction }) => interaction));
    const end = realNow() + WAIT_MAX_MS;
    while (this.#open > 0 && realNow() < end) {
      const jobs = await wholeList<DueJob>(this.#deps.control, "GET /jobs");
      const waiting = jobs.filter(
        ({ kind, subject }) => kind.startsWith("interaction.") && !known.has(subject),
      );
      if (new Set(waiting.map(({ subject }) => subject)).size >= this.#open) break;
      await pause(LOOK_MS);
    }
  }

  /**
   * Waits for an outcome. If the application stays silent on a frozen clock, the clock is moved to
   * its timeouts, or until a timer of its own brings the answer.
   */
  async #patiently(outcome: Promise<InvocationOutcome>): Promise<InvocationOutcome> {
    const isDone = { yes: false };
    const ended = outcome.finally(() => {
      isDone.yes = true;
    });
    for (const ms of [FIRST_ANSWER_MS, ANSWER_MS]) {
      await orAfter(ended, PATIENCE_MS);
      if (isDone.yes || !(await this.#deps.isFrozen())) break;
      await this.#deps.advance(ms, async () => {
        await orAfter(ended, ARRIVAL_MS);
        return isDone.yes;
      });
      await orAfter(ended, PATIENCE_MS / 10);
    }
    return ended;
  }
}

/** Resolves when the promise is settled, or after some real milliseconds. */
function orAfter(promise: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = after(ms, resolve);
    const end = () => {
      cancel();
      resolve();
    };
    promise.then(end, end);
  });
}
