// Authenticates callers whose credential is in the body: that of an application, or one of its
// tokens.
// Source: protocol: gateway-oauth-limits 5.4; lobbies-and-sdk 8.7.
import type { BasicCredential, BodyCredential } from "@antechamber/contract";
import { deviceCodes } from "../../../domains/oauth/device.ts";
import { authorizationCodes, refreshTokens } from "../../../domains/oauth/oauth.ts";
import { provenClient, type ClientClaim } from "../../../domains/oauth/clients.ts";
import { ApiError } from "../../../platform/api-error.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { digestHex, secretDigest } from "../../../platform/crypto.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import { knownCaller, type KnownCaller } from "./authenticate.ts";
import type { Form } from "../bodies/request-body.ts";
import { identityOfBearer } from "../../../domains/applications/tokens.ts";

/** Windows are shown to operators; this many digits of a hash distinguish sign-ins. */
const SHOWN_LENGTH = 16;

/** The credential in a call's body. */
export interface BodyClaim {
  readonly names: BodyCredential;
  readonly form: Form;
  /** From the header, where the endpoint accepts that too. */
  readonly basic?: BasicCredential | undefined;
}

/** The caller that a body proves, or undefined. */
export type BodyAuthenticator = (claim: BodyClaim) => Promise<KnownCaller | undefined>;

/** Builds the authenticator of one world. */
export function bodyAuthenticator(work: Transactions): BodyAuthenticator {
  return async ({ names, form, basic }) => {
    const fields = readable(form);
    if (fields === undefined) return undefined;
    if ("token" in names) {
      const token = textOf(fields, names.token);
      if (token === undefined) return undefined;
      return knownCaller(await work.read((ctx) => identityOfBearer(ctx, token)));
    }
    const client_id = textOf(fields, names.id);
    const client_secret = textOf(fields, names.secret);
    const claim = { basic, client_id, client_secret };
    return work.read(
      async (ctx) => (await knownClient(ctx, claim)) ?? knownGrant(ctx, fields, client_id),
    );
  };
}

/** Grants that a client receives in a sign-in, none of which can be guessed. */
const grants: Readonly<
  Record<string, (ctx: ReadContext, digest: string) => Promise<Given | undefined>>
> = {
  code: (ctx, digest) => ctx.tx.get(authorizationCodes, digest),
  refresh_token: (ctx, digest) => ctx.tx.get(refreshTokens, digest),
  device_code: (ctx, digest) => ctx.tx.get(deviceCodes, digest),
};

interface Given {
  readonly application_id: string;
}

/** A client without a secret: the grant it shows distinguishes it from unknown callers. */
async function knownGrant(
  ctx: ReadContext,
  fields: Fields,
  clientId: string | undefined,
): Promise<KnownCaller | undefined> {
  for (const [name, find] of Object.entries(grants)) {
    const credential = textOf(fields, name);
    if (credential === undefined) continue;
    const digest = secretDigest(credential);
    const found = await find(ctx, digest);
    if (found !== undefined && found.application_id === clientId) {
      return { caller: { kind: "nobody" }, grant: digestHex(digest).slice(0, SHOWN_LENGTH) };
    }
  }
  return undefined;
}

/** A string field of a form; undefined also where the form cannot be parsed. */
export function textIn(form: Form, name: string): string | undefined {
  const fields = readable(form);
  return fields === undefined ? undefined : textOf(fields, name);
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields; undefined for a form with faults, which the handler reports. */
function readable({ body }: Form): Fields | undefined {
  try {
    return body() as Fields;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}

/** The application that its secret proves; undefined for a claim that the handler refuses. */
async function knownClient(ctx: ReadContext, claim: ClientClaim): Promise<KnownCaller | undefined> {
  try {
    const { id, requestsPerSecond } = await provenClient(ctx, claim, "secret");
    const scopes: ReadonlySet<string> = new Set();
    const caller = { kind: "bearer", application_id: id, user_id: undefined, scopes } as const;
    return { caller, requestsPerSecond };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
