// What a domain operation receives: one instant, one transaction, and the means to decide.
import type { EventDeclaration, Payload, Scope } from "@antechamber/contract";
import type { Millis } from "./clock.ts";
import type { Origin } from "./journal.ts";
import type { Random } from "./random.ts";
import type { PatternCompiler } from "./safe-pattern.ts";
import type { Reader, Writer } from "./store.ts";

/** Who is calling. */
export type Caller =
  | { readonly kind: "bot"; readonly application_id: string }
  | {
      readonly kind: "bearer";
      readonly application_id: string;
      /** Absent for a token of the application itself. */
      readonly user_id: string | undefined;
      /** Umbrella scopes are expanded. */
      readonly scopes: ReadonlySet<string>;
      /** The hash of the token, which is its record's key. */
      readonly digest?: string;
      /** Obtained with the application's own credentials, for its owner. */
      readonly isOwn?: true;
      /** The authorization of the token, and of every other that renewed it. */
      readonly grant?: string;
    }
  | {
      readonly kind: "user";
      readonly user_id: string;
      /** The id of a temporary token; absent for the user's own. */
      readonly session?: string;
    }
  | { readonly kind: "control" }
  | { readonly kind: "nobody" };

/** Settings that domains depend on. */
export interface Settings {
  readonly production: boolean;
  /** The address that clients are given, without a trailing slash: `http://127.0.0.1:8010`. */
  readonly publicUrl: string;
  /** Whether programs reach this service under the names of the platform, too; absent: no. */
  readonly servesGuardedNames?: boolean;
  /** Names the world in addresses at a port of several; absent: the first one. */
  readonly worldInQuery?: string | undefined;
  /** The key that signs the addresses of files. */
  readonly fileKey: Uint8Array;
  /** Compiles the patterns of guilds' rules; absent: each is compiled anew for every text. */
  readonly compilePattern?: PatternCompiler;
}

/** The context of operations that only read. */
export interface ReadContext {
  /** The instant of this request or job: it does not move while the work runs. */
  readonly now: Millis;
  readonly tx: Reader;
  readonly settings: Settings;
  /** The journal entry that this is done for; absent without a journal. */
  readonly origin?: Origin | undefined;
}

/** A copy of another read context, whose time is read anew each time. */
class DerivedReadContext implements ReadContext {
  readonly tx: Reader;
  readonly settings: Settings;
  readonly origin: Origin | undefined;
  readonly #ctx: ReadContext;

  constructor(ctx: ReadContext) {
    this.tx = ctx.tx;
    this.settings = ctx.settings;
    this.origin = ctx.origin;
    this.#ctx = ctx;
  }

  get now(): Millis {
    return this.#ctx.now;
  }
}

/** A read context with its caller. */
export class CallerReadContext extends DerivedReadContext {
  readonly caller: Caller;

  constructor(ctx: ReadContext, caller: Caller) {
    super(ctx);
    this.caller = caller;
  }
}

/**
 * A read context with further members. The time stays a getter, so that reading it is noticed: an
 * answer that depends on the time is not cached.
 */
export function derivedReadContext<M extends object>(ctx: ReadContext, more: M): ReadContext & M {
  return Object.assign(new DerivedReadContext(ctx), more);
}

/** The context of operations that decide and write. */
export interface Context extends ReadContext {
  readonly tx: Writer;
  readonly random: Random;
  /** The reason that the caller gives for the guild's audit log. */
  readonly auditReason?: string | undefined;
  /** A new snowflake. */
  id(): string;
  /** Records an event with this change; it is delivered once the change is committed. */
  emit<D extends EventDeclaration>(
    declaration: D,
    scope: Extract<Scope, { kind: D["scope"] }>,
    payload: Payload<D>,
  ): void;
  /**
   * Plans work at an instant that is no record's deadline; it runs at least once, in a transaction
   * of its own.
   */
  schedule<P>(job: JobDeclaration<P>, at: Millis, payload: P): void;
}

/** A context with the caller of the request that is handled. */
export type WithCaller<C extends ReadContext = ReadContext> = C & { readonly caller: Caller };

/** The context of a transaction, for the handler of a caller's request. */
export class CallerContext implements Context {
  readonly now: Millis;
  readonly tx: Writer;
  readonly settings: Settings;
  readonly random: Random;
  readonly origin: Origin | undefined;
  readonly caller: Caller;
  readonly auditReason: string | undefined;
  readonly #ctx: Context;

  constructor(ctx: Context, caller: Caller, auditReason?: string) {
    this.now = ctx.now;
    this.tx = ctx.tx;
    this.settings = ctx.settings;
    this.random = ctx.random;
    this.origin = ctx.origin;
    this.caller = caller;
    this.auditReason = auditReason;
    this.#ctx = ctx;
  }

  id(): string {
    return this.#ctx.id();
  }

  emit<D extends EventDeclaration>(
    declaration: D,
    scope: Extract<Scope, { kind: D["scope"] }>,
    payload: Payload<D>,
  ): void {
    this.#ctx.emit(declaration, scope, payload);
  }

  schedule<P>(job: JobDeclaration<P>, at: Millis, payload: P): void {
    this.#ctx.schedule(job, at, payload);
  }
}

/** A kind of planned work. It may run more than once, so it must check before it acts. */
export interface JobDeclaration<P> {
  readonly name: string;
  readonly run: (ctx: Context, payload: P) => Promise<void>;
}

/** A job of any payload, as lists of jobs hold them. */
export type AnyJob = JobDeclaration<never>;
