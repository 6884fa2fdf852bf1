// Carries out a person's answer to an authorization request. Source: protocol: gateway-oauth-limits
// 5.3, 5.4.
import { holds } from "@antechamber/contract";
import { UnverifiedAccount } from "@antechamber/contract/oauth";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Millis } from "../../platform/clock.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { secretDigest } from "../../platform/crypto.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { serviceAddressFor } from "../../platform/network/service-address.ts";
import { alphanumeric } from "../../platform/random.ts";
import { compareSnowflakes } from "../../platform/records/storage-keys.ts";
import type { GuildRecord } from "../guilds/guild.ts";
import { guildsOf } from "../guilds/operations.ts";
import type { UserRecord } from "../users/user.ts";
import { authorizationOf } from "../applications/authorization.ts";
import { isPublicClient } from "./clients.ts";
import { recordConsent, wantsVerification } from "./consent.ts";
import { WEBHOOK_SCOPE } from "../applications/scopes.ts";
import { giveWebhook } from "./consent-webhook.ts";
import { install } from "./installs/install.ts";
import { issueTokens } from "./issue-tokens.ts";
import { authorizationCodes, CODE_LIFETIME_MS, TOKEN_LENGTH } from "./oauth.ts";
import { isOpenToOthers, withParameters } from "./redirects.ts";
import { accessDenied, errorLocation, type AuthorizationRequest } from "./authorize-request.ts";

/** A person's answer to an authorization request. */
export interface Decision {
  readonly authorize: boolean;
  /** The guild to install in; by default the one that the request names. */
  readonly guild_id?: string | undefined;
  /** The permissions to grant the bot; by default those that the request asks for. */
  readonly permissions?: bigint | undefined;
  /** The channel of the application's webhook; by default the one that the request names. */
  readonly webhook_channel_id?: string | undefined;
  /** When the person signed in; absent: now. */
  readonly authenticatedAt?: Millis | undefined;
}

/** The page that is shown after an application without a redirect was installed. */
export const AUTHORIZED_PATH = "/oauth2/authorized";

/** A request with a person's answer. */
interface DecidedRequest extends Agreement {
  /** The host that was called for it. */
  readonly host: string | undefined;
}

/**
 * Carries out a person's answer.
 *
 * @returns the address that the browser is redirected to, with the code, token or error in it
 * @throws UnverifiedAccount, InvalidForm when a guild is missing, and all errors of `install`
 */
export async function decide(
  ctx: Context,
  person: UserRecord,
  { request, decision, host }: DecidedRequest,
): Promise<string> {
  const home = serviceAddressFor(ctx.settings, host) + AUTHORIZED_PATH;
  if (!decision.authorize) return errorLocation(accessDenied, request) ?? `${home}?refused=1`;
  if (wantsVerification(person, request.scopes)) throw new ApiError(UnverifiedAccount);
  const guild = await installIfRequested(ctx, person, { request, decision });
  const { application, scopes, integration_type } = request;
  const channelId = decision.webhook_channel_id ?? request.channel_id;
  const webhook_id = await giveWebhook(ctx, person, { application, scopes, channelId });
  if (!(await isGranted(ctx, person, request))) {
    await recordConsent(ctx, { application, person, scopes, integration_type, guild });
  }
  const { response_type } = request;
  if (response_type === undefined) return home;
  const answer = { request, decision, guild, webhook_id };
  if (response_type === "token") return withToken(ctx, person, answer);
  return withCode(ctx, person, answer);
}

interface Agreement {
  readonly request: AuthorizationRequest;
  readonly decision: Decision;
}

/** Installs the application if the request asks for it; undefined unless that was in a guild. */
async function installIfRequested(
  ctx: Context,
  person: UserRecord,
  { request, decision }: Agreement,
): Promise<GuildRecord | undefined> {
  const { application, scopes, integration_type } = request;
  if (integration_type === undefined) return undefined;
  const permissions = decision.permissions ?? request.permissions;
  const installation = { application, person, scopes, permissions };
  if (integration_type === 1) return install(ctx, installation);
  const guild_id = request.isGuildFixed
    ? request.guild_id
    : (decision.guild_id ?? request.guild_id);
  if (guild_id === undefined) {
    const message = "This field is required";
    throw invalidForm({ path: ["guild_id"], code: "BASE_TYPE_REQUIRED", message });
  }
  return install(ctx, { ...installation, guild_id });
}

/**
 * True when the person has already granted all of these scopes, so that nothing needs to be asked.
 * Installations and webhooks are asked about each time.
 */
export async function isGranted(
  ctx: ReadContext,
  person: UserRecord,
  { application, scopes, integration_type }: AuthorizationRequest,
): Promise<boolean> {
  if (integration_type !== undefined || scopes.includes(WEBHOOK_SCOPE)) return false;
  const before = await authorizationOf(ctx, person.id, application.id);
  return before !== undefined && scopes.every((scope) => before.scopes.includes(scope));
}

/**
 * True when a person need not be asked: they have already granted all of this, and the response can
 * reach only the application. Any program of the same machine may listen on a loopback port or
 * claim a scheme, and a public client has no secret to prove that the code is for it. Source: RFC
 * 8252 8.6.
 */
export async function isSilent(
  ctx: ReadContext,
  person: UserRecord,
  request: AuthorizationRequest,
): Promise<boolean> {
  const { prompt, application, redirect_uri, response_type } = request;
  if (prompt !== "none") return false;
  const isUnproven = isPublicClient(application) || response_type === "token";
  if (isUnproven && redirect_uri !== undefined && isOpenToOthers(redirect_uri)) return false;
  return isGranted(ctx, person, request);
}

interface Answer extends Agreement {
  readonly guild: GuildRecord | undefined;
  /** The webhook that the application was given. */
  readonly webhook_id: string | undefined;
}

/** The parameters that an installation adds to the redirect. */
function installParameters({ request, decision, guild }: Answer) {
  if (guild === undefined) return {};
  const permissions = decision.permissions ?? request.permissions;
  return { guild_id: guild.id, permissions: permissions.toString() };
}

function withCode(ctx: Context, person: UserRecord, answer: Answer): string {
  const { request, decision, guild, webhook_id } = answer;
  const { application, scopes, redirect_uri = "", isRedirectNamed, challenge, nonce } = request;
  const code = alphanumeric(ctx.random, TOKEN_LENGTH);
  const digest = secretDigest(code);
  ctx.tx.put(authorizationCodes, {
    digest,
    application_id: application.id,
    user_id: person.id,
    scopes,
    redirect_uri,
    isRedirectNamed,
    authenticatedAt: decision.authenticatedAt ?? ctx.now,
    expiresAt: ctx.now + CODE_LIFETIME_MS,
    ...definedFields({ challenge, nonce, webhook_id }),
    ...(guild === undefined ? {} : { guild_id: guild.id }),
  });
  const { state, issuer: iss } = request;
  return withParameters(redirect_uri, { code, state, ...installParameters(answer), iss });
}

async function withToken(ctx: Context, person: UserRecord, answer: Answer): Promise<string> {
  const { application, scopes, redirect_uri = "", state, issuer: iss } = answer.request;
  const of = { application, user_id: person.id, scopes };
  const { access_token, token_type, expires_in, scope } = await issueTokens(ctx, {
    ...of,
    withRefresh: false,
    withIdToken: false,
  });
  const token = { access_token, token_type, expires_in: String(expires_in), scope, state };
  const parameters = { ...token, ...installParameters(answer), iss };
  return withParameters(redirect_uri, parameters, "fragment");
}

/** A guild that a person may install applications in, with the person's permissions there. */
export interface GuildChoice {
  readonly guild: GuildRecord;
  readonly permissions: bigint;
}

/** The guilds that a person may install applications in, oldest first. */
export async function guildChoices(
  ctx: ReadContext,
  person: UserRecord,
): Promise<readonly GuildChoice[]> {
  const all = await guildsOf(ctx, person.id);
  return all
    .filter(({ permissions }) => holds(permissions, "MANAGE_GUILD"))
    .toSorted((one, other) => compareSnowflakes(one.guild.id, other.guild.id));
}
