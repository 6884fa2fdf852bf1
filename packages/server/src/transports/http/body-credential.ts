// Who calls where the body says so: the credential of an application, or a token of it.
// Source: protocol: gateway-oauth-limits 5.4; lobbies-and-sdk 8.7.
import type { BasicCredential, BodyCredential } from "@antechamber/contract";
import { provenClient, type ClientClaim } from "../../domains/oauth/clients.ts";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import type { Work } from "../../platform/work.ts";
import { knownBearer, type KnownCaller } from "./authenticate.ts";
import type { Form } from "./request-body.ts";

/** What a call brings. */
export interface BodyClaim {
  readonly names: BodyCredential;
  readonly form: Form;
  /** By the header, where the endpoint takes that too. */
  readonly basic?: BasicCredential | undefined;
}

/** Whom a body proves to be calling, or undefined for nobody. */
export type BodyAuthenticator = (claim: BodyClaim) => Promise<KnownCaller | undefined>;

/** Builds the step for one service. */
export function bodyAuthenticator(work: Work): BodyAuthenticator {
  return async ({ names, form, basic }) => {
    const fields = readable(form);
    if (fields === undefined) return undefined;
    if ("token" in names) {
      const token = textOf(fields, names.token);
      return token === undefined ? undefined : work.read((ctx) => knownBearer(ctx, token));
    }
    const client_id = textOf(fields, names.id);
    const client_secret = textOf(fields, names.secret);
    return work.read((ctx) => knownClient(ctx, { basic, client_id, client_secret }));
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The handler tells what is wrong with a form that cannot be read. */
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

/** The application itself, which its secret proves; the handler refuses another claim. */
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
