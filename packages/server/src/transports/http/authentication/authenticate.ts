// Turns the Authorization header into a caller, and checks it against what the endpoint accepts.
// Source: requirements 5, protocol: gateway-oauth-limits 1.1, 9 #25.
import {
  BotsNotAllowed,
  MissingScope,
  OnlyBotsAllowed,
  scopesOf,
  Unauthorized,
  type Auth,
  type EndpointDeclaration,
  type ErrorDeclaration,
} from "@antechamber/contract";
import { identityOf, type Identity } from "../../../domains/applications/tokens.ts";
import { ApiError } from "../../../platform/api-error.ts";
import type { Caller } from "../../../platform/context.ts";
import { secretCheck } from "../../../platform/crypto.ts";
import { Cache } from "../../../platform/cache/cache.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import { authorizationOf, type RequestFacts } from "../requests/request-facts.ts";

/** A caller, with the calls per second that their application may make. */
export interface KnownCaller {
  readonly caller: Caller;
  readonly requestsPerSecond?: number;
  /** The hash of the grant that a client without a secret received in a sign-in, and shows now. */
  readonly grant?: string;
}

const nobody: KnownCaller = { caller: { kind: "nobody" } };
const control: KnownCaller = { caller: { kind: "control" } };

/** Users of an application may make as many calls per second as the application itself. */
export function knownCaller(identity: Identity | undefined): KnownCaller | undefined {
  if (identity === undefined) return undefined;
  const { caller, application } = identity;
  return application === undefined
    ? { caller }
    : { caller, requestsPerSecond: application.requestsPerSecond };
}

/** The refusal of a caller that the endpoint does not accept. */
function refusalOf(caller: Caller, auth: readonly Auth[]): ErrorDeclaration {
  const accepts = (kind: Auth["kind"]) => auth.some((each) => each.kind === kind);
  const isElseUnauthorized = auth.some(
    (each) => each.kind === "bearer" && each.elseUnauthorized === true,
  );
  if (isElseUnauthorized) return Unauthorized;
  if (caller.kind === "bot") return BotsNotAllowed;
  // The reference has no simulated users: an endpoint for them and bots is for bots only there.
  const isForBots = accepts("bot") && !accepts("bearer");
  if (caller.kind === "bearer") return isForBots ? OnlyBotsAllowed : MissingScope;
  return accepts("bot") ? OnlyBotsAllowed : Unauthorized;
}

const kindOf: Readonly<Partial<Record<Caller["kind"], Auth["kind"]>>> = {
  bot: "bot",
  bearer: "bearer",
  user: "signedIn",
};

/** Throws unless the endpoint accepts this kind of caller. */
function admit(auth: readonly Auth[], caller: Caller): void {
  const kind = kindOf[caller.kind];
  const isAccepted = auth.some((each) => each.kind === kind && holdsScope(caller, each));
  if (isAccepted) return;
  const scope = caller.kind === "bearer" ? scopesOf(auth) : [];
  const needs = scope.length === 0 ? undefined : { scope };
  throw new ApiError(refusalOf(caller, auth), { needs });
}

/** Whether a caller has one of the scopes that this kind of authentication requires. */
function holdsScope(caller: Caller, way: Auth): boolean {
  if (way.kind !== "bearer" || caller.kind !== "bearer") return true;
  return way.scopes.length === 0 || way.scopes.some((scope) => caller.scopes.has(scope));
}

/** Number of credentials whose callers are cached. */
const CACHED_CALLERS_MAX = 10_000;

function accepted(auth: readonly Auth[], caller: KnownCaller | undefined): KnownCaller {
  if (caller === undefined) throw new ApiError(Unauthorized);
  admit(auth, caller.caller);
  return caller;
}

/** Open endpoints ignore credentials, except a bot's where bots are declared too. */
function isOpenTo(auth: readonly Auth[], isBot: boolean): boolean {
  const looksAtBots = auth.some((each) => each.kind === "bot");
  return auth.some((each) => each.kind === "open") && !(looksAtBots && isBot);
}

/**
 * A caller given without a credential, if an endpoint accepts them; throws otherwise.
 *
 * @public for tests of handlers, which name their callers
 */
export function acceptedCaller(auth: readonly Auth[], caller: Caller): KnownCaller {
  if (isOpenTo(auth, caller.kind === "bot")) return nobody;
  if (caller.kind === "nobody") throw new ApiError(Unauthorized);
  const isSteering = caller.kind === "control";
  if (isSteering !== auth.some((each) => each.kind === "control")) {
    throw new ApiError(Unauthorized);
  }
  return isSteering ? control : accepted(auth, { caller });
}

/** The fields of an endpoint's declaration that decide who may call it. */
type Guarded = Pick<EndpointDeclaration, "auth" | "readsOnly">;

/** Turns the credential of a request into a caller that the endpoint accepts, or throws. */
export type Authenticate = (
  endpoint: Guarded,
  request: RequestFacts,
) => KnownCaller | Promise<KnownCaller>;

export interface AuthenticatorDeps {
  readonly work: Transactions;
  readonly controlKey: string;
  /** Whether a call without a credential comes from the console. */
  readonly isFromConsole?: ((request: RequestFacts, readsOnly: boolean) => boolean) | undefined;
}

/** Builds the authenticator of one world. */
export function authenticator(deps: AuthenticatorDeps) {
  const { work } = deps;
  const cache = new Cache<KnownCaller>({
    holds: work.holds,
    entriesMax: CACHED_CALLERS_MAX,
    sizeMax: CACHED_CALLERS_MAX,
    sizeOf: () => 1,
  });

  async function looked(header: string): Promise<KnownCaller | undefined> {
    // A credential that another process revokes may be accepted here a moment longer.
    const { value, dependencies } = await work.observe((ctx) =>
      identityOf(ctx, header, { bareBots: false }),
    );
    const caller = knownCaller(value);
    if (caller !== undefined && dependencies !== undefined) cache.put(header, caller, dependencies);
    return caller;
  }

  /** The caller of a credential, for any endpoint; undefined for an invalid one. */
  function callerOf(header: string): KnownCaller | Promise<KnownCaller | undefined> {
    return cache.get(header) ?? looked(header);
  }

  const isControlKey = secretCheck(`Control ${deps.controlKey}`);

  function authenticate(
    { auth, readsOnly }: Guarded,
    request: RequestFacts,
  ): KnownCaller | Promise<KnownCaller> {
    const header = authorizationOf(request);
    if (isOpenTo(auth, header?.startsWith("Bot ") === true)) return nobody;
    const isSteering = auth.some((each) => each.kind === "control");
    if (
      header === undefined &&
      isSteering &&
      deps.isFromConsole?.(request, readsOnly === true) === true
    ) {
      return control;
    }
    if (header === undefined) throw new ApiError(Unauthorized);
    if (isSteering) {
      if (isControlKey(header)) return control;
      throw new ApiError(Unauthorized);
    }
    const caller = callerOf(header);
    return caller instanceof Promise
      ? caller.then((found) => accepted(auth, found))
      : accepted(auth, caller);
  }

  return { authenticate, callerOf };
}
