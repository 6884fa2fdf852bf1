// An endpoint is declared once; routing, access, limits, parsing, types, the API document and the
// tests that try every endpoint follow from the declaration.
import type { Auth } from "./auth.ts";
import type { ErrorDeclaration } from "./error.ts";
import { keywordsOf } from "./schema/schema-kinds.ts";
import {
  object,
  optional,
  secret,
  Snowflake,
  strict,
  text,
  type Rule,
  type Static,
  type TSchema,
} from "./schema/values.ts";

/** What a world is called. Source: product.md, Control plane. */
export const WorldName = text({
  min: 1,
  max: 64,
  pattern: "^[a-z0-9_-]+$",
  madeOf: "letters from a to z, digits, hyphens and underscores",
});

/** Two names of a hundred, with a slash between. */
const referenceInPath = text({ min: 1, max: 201 });

/** Every name that may stand in braces in a path. */
export const pathParameters = {
  application_id: Snowflake,
  guild_id: Snowflake,
  channel_id: Snowflake,
  command_id: Snowflake,
  interaction_id: Snowflake,
  lobby_id: Snowflake,
  message_id: Snowflake,
  user_id: Snowflake,
  user_id_1: Snowflake,
  user_id_2: Snowflake,
  role_id: Snowflake,
  integration_id: Snowflake,
  sku_id: Snowflake,
  entitlement_id: Snowflake,
  subscription_id: Snowflake,
  emoji_id: Snowflake,
  /** Of a poll. */
  answer_id: text({ min: 1, max: 20 }),
  /** A character, or `name:id` of a guild's emoji. */
  emoji_name: text({ min: 1, max: 100 }),
  event_id: Snowflake,
  /** Of a scheduled event: one occurrence. */
  exception_id: Snowflake,
  sticker_id: Snowflake,
  sound_id: Snowflake,
  /** Of stickers. */
  pack_id: Snowflake,
  rule_id: Snowflake,
  request_id: Snowflake,
  overwrite_id: Snowflake,
  /**
   * An id or a name, in the control plane only, as those that follow. Source: product.md,
   * Control plane.
   */
  guild: referenceInPath,
  /** A channel's name, with its guild's before it where several have it: `Harbor/general`. */
  channel: referenceInPath,
  /** The same for a role, and with its application's for what is sold. */
  role: referenceInPath,
  sku: referenceInPath,
  member: referenceInPath,
  /** A guild or a user, for what may be installed in either. */
  owner: referenceInPath,
  user: referenceInPath,
  application: referenceInPath,
  team: referenceInPath,
  /** Of an invite. */
  code: text({ min: 1, max: 100 }),
  fault_id: Snowflake,
  /** Of a snapshot; in the control plane only. */
  name: text({ min: 1, max: 64 }),
  /** The name of a world; in the control plane only. */
  world: text({ min: 1, max: 64 }),
  entry_id: text({ min: 1, max: 40 }),
  trace_id: text({ min: 1, max: 40 }),
  delivery_id: Snowflake,
  /** Long, opaque and unguessable. Source: protocol: commands-and-interactions 5.1. */
  interaction_token: secret(text({ min: 1, max: 512 })),
  /** An application's, for the webhook of its interactions. */
  webhook_id: Snowflake,
  /** A webhook's own, or an interaction's. Source: protocol: webhooks-and-applications 1.1. */
  webhook_token: secret(text({ min: 1, max: 512 })),
  /** Of an Activity that runs. */
  instance_id: text({ min: 1, max: 200 }),
  /** An access token, or its hash as exports have it; in the control plane only. */
  token: secret(text({ min: 1, max: 512 })),
} as const;

export type PathParameter = keyof typeof pathParameters;

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Only paths whose parameters are all in the dictionary are paths. */
type KnownPath<P extends string> =
  Exclude<NamesIn<P>, PathParameter> extends never ? P : `unknown path parameter in ${P}`;

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Whose calls share a bucket: everyone of an application, one user, or one address. */
export type LimitOwner = "application" | "user" | "address" | "webhook";

export interface Limit {
  readonly bucket: string;
  readonly count: number;
  readonly windowMs: number;
  readonly per: LimitOwner;
  /** What holds instead for an application that awaits approval. */
  readonly unapproved?: Pick<Limit, "count" | "windowMs"> & { readonly per?: LimitOwner };
}

/** The names of the fields in which a body holds a credential: a client's, or an access token. */
export type BodyCredential =
  | { readonly id: string; readonly secret: string }
  | { readonly token: string };

/** `none` for a reply without a body. */
export const none = null;
export type Replies = Readonly<Record<number, TSchema | null>>;

export interface EndpointDeclaration {
  /** Unique, `resource.verb`. */
  readonly id: string;
  /** Where the promise comes from: a row of the requirements, or a place in the protocol notes. */
  readonly source: string;
  readonly summary: string;
  readonly method: Method;
  /** Relative to the plane's base, parameters in braces. */
  readonly path: string;
  readonly plane?: "api" | "control";
  readonly auth: readonly Auth[];
  /**
   * Absent: the default limit of its route and top-level resource. One per address holds for
   * callers without a credential; callers with a good one are held to the default limit.
   */
  readonly limit?: Limit;
  /**
   * Where its body says who calls. A good credential there counts as one in the header does, so
   * that strangers at the same address use up nobody's calls.
   */
  readonly bodyCredential?: BodyCredential;
  /** Interaction answers carry no credential and do not count towards the application's total. */
  readonly outsideGlobalLimit?: true;
  /** Changes nothing, though its method is not GET. */
  readonly readsOnly?: true;
  /** Moves time, loses data or acts as a person: refused in production mode. */
  readonly developmentOnly?: true;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Accepts `multipart/form-data` with `payload_json` and `files[n]`. */
  readonly multipart?: true;
  /** The names of its files; absent: `files[n]`. */
  readonly fileFields?: readonly string[];
  /**
   * Of the OAuth2 protocol itself: takes forms alone, `application/x-www-form-urlencoded` or
   * `multipart/form-data`, and the client's credential by HTTP Basic, refuses a form as RFC 6749
   * says, and its answers are not kept.
   * Source: protocol: gateway-oauth-limits 5.4, 5.8.
   */
  readonly oauthForm?: true;
  readonly replies: Replies;
  readonly errors: readonly ErrorDeclaration[];
}

/** Declares an endpoint. */
export function endpoint<const D extends EndpointDeclaration>(
  declaration: D & { path: KnownPath<D["path"]> },
): D {
  return declaration.plane === "control" ? forPeople(declaration) : declaration;
}

/**
 * The same endpoint, written by people: a key that body or query does not know is a fault, since a
 * test that goes green for a typo proves nothing.
 */
export function forPeople<const D extends EndpointDeclaration>(declaration: D): D {
  const { body, query = object({}), plane } = declaration;
  const whole = plane === "control" ? inAnyWorld(query) : query;
  const strictly = { query: strict(whole), ...(body === undefined ? {} : { body: strict(body) }) };
  return { ...declaration, ...strictly };
}

/** Every call of the control plane may say which world it is about. */
function inAnyWorld(query: TSchema): TSchema {
  const { properties = {} } = keywordsOf(query);
  return object({ ...(properties as Record<string, TSchema>), world: optional(WorldName) });
}

type QueryOf<E> = E extends { query: infer Q extends TSchema } ? Static<Q> : Record<string, never>;
type BodyOf<E> = E extends { body: infer B extends TSchema } ? Static<B> : undefined;

/** A file that came with a multipart form. */
export interface UploadedFile {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A name and a secret from HTTP Basic, decoded by RFC 6749 2.3.1. */
export interface BasicCredential {
  readonly id: string;
  readonly secret: string;
}

/** What a handler is given of a request. */
export interface Input<E extends EndpointDeclaration> {
  readonly params: { readonly [Name in NamesIn<E["path"]>]: string };
  readonly query: QueryOf<E>;
  /**
   * The body, or InvalidForm with every fault. A handler calls it once its subject is found and
   * open to the caller, because 403 and 404 win over faults of the body. The faults of a rule that
   * hangs on that subject are found with the others.
   */
  readonly body: (rule?: Rule<BodyOf<E>>) => BodyOf<E>;
  readonly files: readonly UploadedFile[];
  /** An OAuth2 client's credential by HTTP Basic, not verified yet. */
  readonly basic?: BasicCredential | undefined;
  /** The name and port in the Host header. */
  readonly host?: string | undefined;
  /** The Accept header. */
  readonly accept?: string | undefined;
  /** The Last-Event-ID header, with which a reader resumes a stream. */
  readonly lastEventId?: string | undefined;
  /** The X-GitHub-Event header. */
  readonly githubEvent?: string | undefined;
  /** The caller's language: X-Discord-Locale, else Accept-Language, else undefined. */
  readonly locale: string | undefined;
}

/** One of the declared replies. */
export type Reply<E extends EndpointDeclaration> = {
  [S in keyof E["replies"] & number]: E["replies"][S] extends TSchema
    ? { readonly status: S; readonly body: Static<E["replies"][S]> }
    : { readonly status: S; readonly body?: undefined };
}[keyof E["replies"] & number];
