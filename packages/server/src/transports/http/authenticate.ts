// Turns the Authorization header into a caller and holds it against what the endpoint accepts.
// Source: requirements 5, protocol: gateway-oauth-limits 1.1, 9 #25.
import {
  BotsNotAllowed,
  MissingScope,
  OnlyBotsAllowed,
  Unauthorized,
  type Auth,
  type ErrorDeclaration,
} from "@antechamber/contract";
import {
  applicationOfBotToken,
  callerOfBearerToken,
  callerOfUserToken,
} from "../../domains/applications/tokens.ts";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { sameSecret } from "../../platform/crypto.ts";
import { Memo } from "../../platform/memo.ts";
import type { Work } from "../../platform/work.ts";

/** A caller with the calls per second that their application may make. */
export interface KnownCaller {
  readonly caller: Caller;
  readonly requestsPerSecond?: number;
}

const nobody: KnownCaller = { caller: { kind: "nobody" } };
const control: KnownCaller = { caller: { kind: "control" } };

function split(header: string): { scheme: string; token: string } {
  const space = header.indexOf(" ");
  return space < 0
    ? { scheme: "", token: header }
    : { scheme: header.slice(0, space), token: header.slice(space + 1) };
}

async function identify(ctx: ReadContext, header: string): Promise<KnownCaller | undefined> {
  const { scheme, token } = split(header);
  if (token === "") return undefined;
  switch (scheme) {
    case "Bot": {
      const application = await applicationOfBotToken(ctx, token);
      return (
        application && {
          caller: { kind: "bot", application_id: application.id },
          requestsPerSecond: application.requestsPerSecond,
        }
      );
    }
    case "Bearer": {
      const caller = await callerOfBearerToken(ctx, token);
      return caller && { caller };
    }
    case "": {
      const caller = await callerOfUserToken(ctx, token);
      return caller && { caller };
    }
    default:
      return undefined;
  }
}

/** The refusal of a caller of a kind that the endpoint does not accept. */
function refusalOf(caller: Caller, accepts: (kind: Auth["kind"]) => boolean): ErrorDeclaration {
  if (caller.kind === "bot") return BotsNotAllowed;
  if (accepts("bot") && !accepts("signedIn") && !accepts("bearer")) return OnlyBotsAllowed;
  if (caller.kind === "bearer") return MissingScope;
  return accepts("bot") ? OnlyBotsAllowed : Unauthorized;
}

const kindOf: Readonly<Partial<Record<Caller["kind"], Auth["kind"]>>> = {
  bot: "bot",
  bearer: "bearer",
  user: "signedIn",
};

/** Throws unless one of the accepted ways fits the caller. */
function admit(auth: readonly Auth[], caller: Caller): void {
  const accepts = (kind: Auth["kind"]) => auth.some((each) => each.kind === kind);
  const kind = kindOf[caller.kind];
  if (kind === undefined || !accepts(kind)) throw new ApiError(refusalOf(caller, accepts));
  if (caller.kind !== "bearer") return;
  const holdsOne = auth.some(
    (each) =>
      each.kind === "bearer" &&
      (each.scopes.length === 0 || each.scopes.some((scope) => caller.scopes.has(scope))),
  );
  if (!holdsOne) throw new ApiError(MissingScope);
}

/** Credentials whose callers are kept at hand. */
const KEPT_MAX = 10_000;

function accepted(auth: readonly Auth[], caller: KnownCaller | undefined): KnownCaller {
  if (caller === undefined) throw new ApiError(Unauthorized);
  admit(auth, caller.caller);
  return caller;
}

/** Builds the step for one service. */
export function authenticator(means: { readonly work: Work; readonly controlKey: string }) {
  const { work } = means;
  const kept = new Memo<KnownCaller>({
    holds: work.holds,
    entriesMax: KEPT_MAX,
    sizeMax: KEPT_MAX,
    sizeOf: () => 1,
  });

  async function looked(header: string): Promise<KnownCaller | undefined> {
    const { value, basis } = await work.observe((ctx) => identify(ctx, header));
    if (value !== undefined && basis !== undefined) kept.put(header, value, basis);
    return value;
  }

  return (
    auth: readonly Auth[],
    header: string | undefined,
  ): KnownCaller | Promise<KnownCaller> => {
    if (auth.some((each) => each.kind === "open")) return nobody;
    if (header === undefined) throw new ApiError(Unauthorized);
    if (auth.some((each) => each.kind === "control")) {
      if (sameSecret(header, `Control ${means.controlKey}`)) return control;
      throw new ApiError(Unauthorized);
    }
    const known = kept.get(header);
    return known === undefined
      ? looked(header).then((found) => accepted(auth, found))
      : accepted(auth, known);
  };
}
