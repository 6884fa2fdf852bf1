// Parses an authorization request: what an application asks a person for.
// Source: protocol: gateway-oauth-limits 5.2, 5.3, 5.5.
import type { AuthorizeQuery } from "@antechamber/contract/oauth";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { serviceAddress } from "../../platform/network/service-address.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { requestedScopes, WEBHOOK_SCOPE } from "../applications/scopes.ts";
import { clientNamed, isPublicClient } from "./clients.ts";
import { installs } from "./installs/install.ts";
import { isChallenge } from "./pkce.ts";
import { redirectFor, isCustomScheme, withParameters } from "./redirects.ts";

/** The query parameters as received. */
export type AuthorizeParameters = Static<typeof AuthorizeQuery>;

/** A valid request, which a person can be asked about. */
export interface AuthorizationRequest {
  readonly application: ApplicationRecord;
  /** The issuer that redirects name. Source: RFC 9207. */
  readonly issuer: string;
  /** Absent for a link that only installs the application. */
  readonly response_type: "code" | "token" | undefined;
  readonly scopes: readonly string[];
  readonly redirect_uri: string | undefined;
  readonly isRedirectNamed: boolean;
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  readonly prompt: "none" | "consent";
  readonly challenge: string | undefined;
  /** How the application is to be installed; absent when it is not. */
  readonly integration_type: 0 | 1 | undefined;
  readonly permissions: bigint;
  readonly guild_id: string | undefined;
  /** The channel that is preselected for a webhook. */
  readonly channel_id: string | undefined;
  /** The person may not choose another guild. */
  readonly isGuildFixed: boolean;
}

/** An error as the authorization endpoint names it. Source: RFC 6749 4.1.2.1. */
export interface RequestError {
  readonly error:
    | "invalid_request"
    | "invalid_scope"
    | "unsupported_response_type"
    | "access_denied";
  readonly description: string;
}

/**
 * A parsed request, or why it is refused. A refusal with a `location` is reported to the
 * application by a redirect, others are shown to the person.
 */
export type RequestReading =
  | { readonly is: "valid"; readonly request: AuthorizationRequest }
  | { readonly is: "unknownApplication" }
  | { readonly is: "wrongRedirect" }
  | { readonly is: "refused"; readonly error: RequestError; readonly location: string | undefined };

/** The error that a refusal by the person redirects with. */
export const accessDenied: RequestError = {
  error: "access_denied",
  description: "The resource owner or authorization server denied the request",
};

const invalidScope: RequestError = {
  error: "invalid_scope",
  description: "The requested scope is invalid, unknown, or malformed.",
};

function invalid(name: string): RequestError {
  return { error: "invalid_request", description: `Invalid "${name}" in request.` };
}

/** The redirect that reports an error to the application; undefined without a redirect URI. */
export function errorLocation(
  { error, description }: RequestError,
  request: Pick<AuthorizationRequest, "redirect_uri" | "response_type" | "state" | "issuer">,
): string | undefined {
  const { redirect_uri, response_type, state, issuer: iss } = request;
  if (redirect_uri === undefined) return undefined;
  const part = response_type === "token" ? "fragment" : "query";
  const parameters = { error, error_description: description, state, iss };
  return withParameters(redirect_uri, parameters, part);
}

/** Drops empty parameters, which count as omitted. Source: RFC 6749 3.1. */
function withoutEmpty(parameters: AuthorizeParameters): AuthorizeParameters {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ""));
}

/** Reads the parameters of an authorization request. */
export async function readRequest(
  ctx: ReadContext,
  parameters: AuthorizeParameters,
): Promise<RequestReading> {
  const query = withoutEmpty(parameters);
  const application = await clientNamed(ctx, query.client_id);
  if (application === undefined || application.parent_id !== undefined) {
    return { is: "unknownApplication" };
  }
  const wantsRedirect = query.redirect_uri !== undefined || query.response_type !== undefined;
  const redirect_uri = wantsRedirect ? redirectFor(application, query.redirect_uri) : undefined;
  if (wantsRedirect && redirect_uri === undefined) return { is: "wrongRedirect" };
  const issuer = serviceAddress(ctx.settings);
  const request = { ...requestOf(application, query, redirect_uri), issuer };
  const error = faultOf(request, query);
  if (error === undefined) return { is: "valid", request };
  return { is: "refused", error, location: errorLocation(error, request) };
}

function requestOf(
  application: ApplicationRecord,
  query: AuthorizeParameters,
  redirect_uri: string | undefined,
): Omit<AuthorizationRequest, "issuer"> {
  const fallback = query.scope === undefined ? defaultInstall(application, query) : undefined;
  const requested = requestedScopes(application, query.scope ?? fallback?.scope, "user");
  const scopes = requested ?? [];
  const { state, nonce, guild_id, channel_id } = query;
  return {
    application,
    response_type: responseTypeOf(query),
    scopes,
    redirect_uri,
    isRedirectNamed: query.redirect_uri !== undefined,
    state,
    nonce,
    prompt: query.prompt === "none" ? "none" : "consent",
    challenge: query.code_challenge,
    integration_type: installs(scopes) ? installType(application, query) : undefined,
    permissions: bitsOrNone(query.permissions ?? fallback?.permissions),
    guild_id,
    channel_id,
    isGuildFixed: query.disable_guild_select === "true" && guild_id !== undefined,
  };
}

function responseTypeOf({ response_type: type }: AuthorizeParameters) {
  return type === "code" || type === "token" ? type : undefined;
}

interface DefaultInstall {
  readonly scope: string;
  readonly permissions?: string | undefined;
}

/**
 * The scopes of a link that names none: those of the application's install settings; without
 * settings, its bot and commands, or its commands alone.
 */
function defaultInstall(
  application: ApplicationRecord,
  query: AuthorizeParameters,
): DefaultInstall | undefined {
  if (query.response_type !== undefined) return undefined;
  const type = installType(application, query);
  const ofType = application.integration_types_config?.[type]?.oauth2_install_params;
  const { scopes, permissions } = ofType ?? application.install_params ?? {};
  if (scopes !== undefined) {
    const fitting = scopes.filter((scope) => type === 0 || scope !== "bot");
    return { scope: fitting.join(" "), permissions };
  }
  const withBot = application.hasBot && type === 0;
  return { scope: withBot ? "bot applications.commands" : "applications.commands" };
}

/** The requested type; by default a guild install, if the application supports that. */
function installType(application: ApplicationRecord, { integration_type }: AuthorizeParameters) {
  if (integration_type !== undefined) return integration_type === "1" ? 1 : 0;
  return application.integration_types.includes(0) ? 0 : 1;
}

function bitsOrNone(text: string | undefined): bigint {
  return text !== undefined && /^[0-9]{1,20}$/.test(text) ? BigInt(text) : 0n;
}

/** The first fault of a request, in the order in which the reference checks. */
function faultOf(
  request: AuthorizationRequest,
  query: AuthorizeParameters,
): RequestError | undefined {
  return (
    typeFault(request, query) ??
    scopeIssue(request) ??
    pkceFault(request, query) ??
    formFault(request, query)
  );
}

function typeFault(
  { response_type, scopes }: AuthorizationRequest,
  query: AuthorizeParameters,
): RequestError | undefined {
  if (query.response_type !== undefined && response_type === undefined) {
    const description = "The authorization server does not support this response type.";
    return { error: "unsupported_response_type", description };
  }
  const isBare = response_type === undefined;
  return isBare && scopes.some((scope) => !installs([scope]))
    ? invalid("response_type")
    : undefined;
}

/** Scopes that the implicit grant cannot give. */
const codeGrantOnly: ReadonlySet<string> = new Set(["role_connections.write", WEBHOOK_SCOPE]);

function scopeIssue(request: AuthorizationRequest): RequestError | undefined {
  const { scopes, response_type, integration_type } = request;
  const isImplicit = response_type === "token";
  if (scopes.length === 0) return invalidScope;
  // Only guilds can have a bot as a member. Source: protocol: gateway-oauth-limits 5.2.
  if (integration_type === 1 && scopes.includes("bot")) return invalidScope;
  return isImplicit && scopes.some((scope) => codeGrantOnly.has(scope)) ? invalidScope : undefined;
}

/** PKCE is required of public clients and for redirect URIs that other apps could claim. */
function pkceFault(
  request: AuthorizationRequest,
  query: AuthorizeParameters,
): RequestError | undefined {
  const { application, response_type, redirect_uri, challenge } = request;
  if (challenge !== undefined && !isChallenge(challenge, query.code_challenge_method)) {
    return invalid("code_challenge");
  }
  const isForApps = redirect_uri !== undefined && isCustomScheme(redirect_uri);
  if (isForApps && response_type === "token") return invalid("response_type");
  const isNeeded = response_type === "code" && (isForApps || isPublicClient(application));
  return isNeeded && challenge === undefined ? invalid("code_challenge") : undefined;
}

const shapes = {
  prompt: /^(none|consent)$/,
  integration_type: /^[01]$/,
  permissions: /^[0-9]{1,20}$/,
  guild_id: /^[0-9]{1,20}$/,
  channel_id: /^[0-9]{1,20}$/,
  disable_guild_select: /^(true|false)$/,
} as const;

function formFault(
  { application, integration_type, scopes, response_type }: AuthorizationRequest,
  query: AuthorizeParameters,
): RequestError | undefined {
  for (const name of Object.keys(shapes) as (keyof typeof shapes)[]) {
    const value = query[name];
    if (value !== undefined && !shapes[name].test(value)) return invalid(name);
  }
  const isSupported =
    integration_type === undefined || application.integration_types.includes(integration_type);
  if (!isSupported) return invalid("integration_type");
  if (!application.bot_require_code_grant || !scopes.includes("bot")) return undefined;
  const description = "Integration requires code grant";
  return response_type === "code" ? undefined : { error: "invalid_request", description };
}
