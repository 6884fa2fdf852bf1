// An endpoint is declared once; routing, access, limits, parsing, types, the API document and the
// tests that try every endpoint follow from the declaration.
import type { Auth } from "./auth.ts";
import type { ErrorDeclaration } from "./error.ts";
import type { NamedLimit } from "./limits/named-limit.ts";
import { keywordsOf } from "./schema/keywords.ts";
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

/** The name of a world. Source: product.md, Control plane. */
export const WorldName = text({
  min: 1,
  max: 64,
  pattern: "^[a-z0-9_-]+$",
  madeOf: "letters from a to z, digits, hyphens and underscores",
});

/** Two names of a hundred characters, with a slash between them. */
const referenceInPath = text({ min: 1, max: 201 });

/** All parameters that paths may contain in braces. */
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
  /** An answer of a poll. */
  answer_id: text({ min: 1, max: 20 }),
  /** A Unicode emoji, or `name:id` of a guild's emoji. */
  emoji_name: text({ min: 1, max: 100 }),
  event_id: Snowflake,
  /** One occurrence of a scheduled event. */
  exception_id: Snowflake,
  sticker_id: Snowflake,
  sound_id: Snowflake,
  /** A sticker pack. */
  pack_id: Snowflake,
  rule_id: Snowflake,
  request_id: Snowflake,
  overwrite_id: Snowflake,
  /**
   * An id or a name, like the next ones; only in the control plane. Source: product.md, Control
   * plane.
   */
  guild: referenceInPath,
  /** A channel by id or name, prefixed with its guild if the name is ambiguous: `Harbor/general`. */
  channel: referenceInPath,
  /** A role, prefixed with its guild, or an SKU, prefixed with its application, in the same way. */
  role: referenceInPath,
  sku: referenceInPath,
  member: referenceInPath,
  /** A guild or a user, for things that can be installed in either. */
  owner: referenceInPath,
  user: referenceInPath,
  application: referenceInPath,
  team: referenceInPath,
  /** The code of an invite. */
  code: text({ min: 1, max: 100 }),
  fault_id: Snowflake,
  /** The name of a snapshot; in the control plane only. */
  name: text({ min: 1, max: 64 }),
  /** The name of a world; in the control plane only. */
  world: text({ min: 1, max: 64 }),
  entry_id: text({ min: 1, max: 40 }),
  trace_id: text({ min: 1, max: 40 }),
  delivery_id: Snowflake,
  /** Long, opaque and unguessable. Source: protocol: commands-and-interactions 5.1. */
  interaction_token: secret(text({ min: 1, max: 512 })),
  /** An application's id, for the webhook of its interactions. */
  webhook_id: Snowflake,
  /** A webhook's own token, or an interaction's. Source: protocol: webhooks-and-applications 1.1. */
  webhook_token: secret(text({ min: 1, max: 512 })),
  /** The instance of a running Activity. */
  instance_id: text({ min: 1, max: 200 }),
  /** An access token, or its hash as exports contain it; in the control plane only. */
  token: secret(text({ min: 1, max: 512 })),
} as const;

export type PathParameter = keyof typeof pathParameters;

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** A path is only valid if `pathParameters` has all of its parameters. */
type KnownPath<P extends string> =
  Exclude<NamesIn<P>, PathParameter> extends never ? P : `unknown path parameter in ${P}`;

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The callers who share a bucket: those of an application, one user, one address, or one webhook. */
export type LimitOwner = "application" | "user" | "address" | "webhook";

export interface Limit {
  readonly bucket: string;
  readonly count: number;
  readonly windowMs: number;
  readonly per: LimitOwner;
  /** The limit that applies to an unapproved application instead. */
  readonly unapproved?: Pick<Limit, "count" | "windowMs"> & { readonly per?: LimitOwner };
}

/** A number of calls in a window, as `limits` has it. */
export type Rate = NamedLimit & { readonly windowMs: number };

/** The limit of all endpoints that name the bucket. */
export function rateLimit(
  bucket: string,
  { value: count, windowMs }: Rate,
  per: LimitOwner,
): Limit {
  return { bucket, count, windowMs, per };
}

/** The names of the body's fields that contain a credential: a client's, or an access token. */
export type BodyCredential =
  | { readonly id: string; readonly secret: string }
  | { readonly token: string };

/** `none` for a reply without a body. */
export const none = null;
export type Replies = Readonly<Record<number, TSchema | null>>;

export interface EndpointDeclaration {
  /** A unique `resource.verb`. */
  readonly id: string;
  /** The source of the declaration: a row of the requirements, or a place in the protocol notes. */
  readonly source: string;
  readonly summary: string;
  readonly method: Method;
  /** Relative to the plane's base, with parameters in braces. */
  readonly path: string;
  readonly plane?: "api" | "control";
  readonly auth: readonly Auth[];
  /**
   * Absent: the default limit of its route and top-level resource. A limit per address applies only
   * to callers without a credential; callers with a valid one get the default limit.
   */
  readonly limit?: Limit;
  /**
   * Set if the body identifies the caller. A valid credential there counts like one in the header,
   * so that other clients at the same address cannot use up the caller's limit.
   */
  readonly bodyCredential?: BodyCredential;
  /** Answers to interactions need no credential and do not count towards the application's total. */
  readonly outsideGlobalLimit?: true;
  /** True if the endpoint changes nothing although its method is not GET. */
  readonly readsOnly?: true;
  /** True if it moves time, loses data or acts as a user: refused in production mode. */
  readonly developmentOnly?: true;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** True if it accepts `multipart/form-data` with `payload_json` and `files[n]`. */
  readonly multipart?: true;
  /** A field of its forms that may hold the whole body as JSON, beside `payload_json`. */
  readonly payloadField?: string;
  /** The names of its file fields; absent: `files[n]`. */
  readonly fileFields?: readonly string[];
  /**
   * True for endpoints of the OAuth2 protocol itself. They only accept forms
   * (`application/x-www-form-urlencoded` or `multipart/form-data`), take the client's credential by
   * HTTP Basic, answer errors as RFC 6749 says, and forbid caching. Source: protocol:
   * gateway-oauth-limits 5.4, 5.8.
   */
  readonly oauthForm?: true;
  readonly replies: Replies;
  readonly errors: readonly ErrorDeclaration[];
}

/** Declares an endpoint. */
export function endpoint<const D extends EndpointDeclaration>(
  declaration: D & { path: KnownPath<D["path"]> },
): D {
  return declaration.plane === "control" ? refusingUnknownKeys(declaration) : declaration;
}

/**
 * The same endpoint for input that people write: an unknown key in the body or query is a fault,
 * because a test that passes despite a typo proves nothing.
 */
export function refusingUnknownKeys<const D extends EndpointDeclaration>(declaration: D): D {
  const { body, query = object({}), plane } = declaration;
  const whole = plane === "control" ? withWorldName(query) : query;
  const strictly = { query: strict(whole), ...(body === undefined ? {} : { body: strict(body) }) };
  return { ...declaration, ...strictly };
}

/** Adds the parameter that names the world to the query of a control plane call. */
function withWorldName(query: TSchema): TSchema {
  const { properties = {} } = keywordsOf(query);
  return object({ ...(properties as Record<string, TSchema>), world: optional(WorldName) });
}

type QueryOf<E> = E extends { query: infer Q extends TSchema } ? Static<Q> : Record<string, never>;
type BodyOf<E> = E extends { body: infer B extends TSchema } ? Static<B> : undefined;

/** An uploaded file of a multipart form. */
export interface UploadedFile {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A client's id and secret from HTTP Basic, decoded as RFC 6749 2.3.1 says. */
export interface BasicCredential {
  readonly id: string;
  readonly secret: string;
}

/** The parts of a request that a handler receives. */
export interface Input<E extends EndpointDeclaration> {
  readonly params: { readonly [Name in NamesIn<E["path"]>]: string };
  readonly query: QueryOf<E>;
  /**
   * Returns the body, or throws InvalidForm with every fault. A handler calls it after its subject
   * was found and the caller's access checked, because 403 and 404 take precedence over faults of
   * the body. A rule that depends on the subject adds its faults to the others.
   */
  readonly body: (rule?: Rule<BodyOf<E>>) => BodyOf<E>;
  readonly files: readonly UploadedFile[];
  /** An OAuth2 client's credential by HTTP Basic, not yet verified. */
  readonly basic?: BasicCredential | undefined;
  /** The Host header: name and port. */
  readonly host?: string | undefined;
  /** The Accept header. */
  readonly accept?: string | undefined;
  /** The Last-Event-ID header, which resumes a stream. */
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
