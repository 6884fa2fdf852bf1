// The page on which a person grants an application access, or refuses it. Source: protocol:
// gateway-oauth-limits 5.3.
import { PermissionBit, type PermissionName } from "@antechamber/contract";
import { wantsVerification } from "../../domains/oauth/consent.ts";
import type { GuildChoice } from "../../domains/oauth/consent-decision.ts";
import type { ChannelChoice } from "../../domains/oauth/consent-webhook.ts";
import type { AuthorizationRequest } from "../../domains/oauth/authorize-request.ts";
import { scopeDescription } from "../../domains/applications/scopes.ts";
import type { UserRecord } from "../../domains/users/user.ts";
import { html, type Content, type Html } from "./html.ts";
import { alert, page } from "./layout.ts";

/** What the consent page shows. */
export interface ConsentView {
  readonly request: AuthorizationRequest;
  readonly person: UserRecord;
  readonly guilds: readonly GuildChoice[];
  /** The channels that a webhook may be added to; absent: none is requested. */
  readonly channels?: readonly ChannelChoice[] | undefined;
  readonly proof: string;
  /** Path and query of the page itself. */
  readonly address: string;
  /** Why the person cannot accept. */
  readonly obstacle?: string | undefined;
}

/** Asks a person for their consent. */
export function consentPage(view: ConsentView): string {
  const { request, proof, address, guilds, channels } = view;
  const wantsGuild = request.integration_type === 0;
  const obstacle =
    view.obstacle ??
    (wantsGuild ? guildObstacle(request, guilds) : undefined) ??
    (channels?.length === 0 ? "You manage webhooks in no channel." : undefined);
  return page(
    titleOf(request),
    signedInAs(view.person, address),
    alert(obstacle),
    scopeList(request),
    html`<form method="post" action="${address}">
      <input type="hidden" name="proof" value="${proof}" />
      ${obstacle === undefined && wantsGuild && guildPicker(request, guilds)}
      ${obstacle === undefined && permissionList(request)}
      ${obstacle === undefined && channels !== undefined && channelPicker(request, channels)}
      <div class="choices">
        ${obstacle === undefined && html`<button class="first" type="submit" name="decision" value="accept">Authorize</button>`}
        <button type="submit" name="decision" value="refuse">Cancel</button>
      </div>
    </form>`,
    afterwards(request),
  );
}

function titleOf({ application, integration_type }: AuthorizationRequest): string {
  const { name } = application;
  if (integration_type === 0) return `Add ${name} to a server`;
  return integration_type === 1
    ? `Add ${name} to your account`
    : `${name} wants to access your account`;
}

/** Why an account cannot grant scopes, or undefined. */
export function accountObstacle(person: UserRecord, scopes: readonly string[]) {
  if (!wantsVerification(person, scopes)) return undefined;
  return "Your account must be verified before you can allow this.";
}

/** Who is signed in, with links to switch the user. */
export function signedInAs({ username, global_name }: UserRecord, address: string): Html {
  const query = new URLSearchParams({ return_to: address }).toString();
  return html`<p class="soft">
    Signed in as <strong>${global_name ?? username}</strong> (${username}).
    <a href="/oauth2/sign-in?${query}">Not you?</a>
    <a href="/oauth2/sign-out?${query}">Sign out</a>
  </p>`;
}

/** What the scopes permit, in words. */
export function scopeList({
  scopes,
  application,
}: Pick<AuthorizationRequest, "scopes" | "application">): Html {
  const items: Content[] = scopes.map((scope) => html`<li>${scopeDescription(scope)}</li>`);
  return html`<h2>This allows ${application.name} to</h2>
    <ul>
      ${items}
    </ul>`;
}

function guildObstacle(
  { isGuildFixed, guild_id }: AuthorizationRequest,
  guilds: readonly GuildChoice[],
): string | undefined {
  if (guilds.length === 0) return "You manage no server that it could be added to.";
  const isThere = !isGuildFixed || guilds.some(({ guild }) => guild.id === guild_id);
  return isThere ? undefined : "You cannot add it to the server that the link names.";
}

function guildPicker(
  { isGuildFixed, guild_id }: AuthorizationRequest,
  guilds: readonly GuildChoice[],
): Html {
  const offered = isGuildFixed ? guilds.filter(({ guild }) => guild.id === guild_id) : guilds;
  const options = offered.map(
    ({ guild }) =>
      html`<option value="${guild.id}" ${guild.id === guild_id && html` selected`}>
        ${guild.name}
      </option>`,
  );
  return html`<h2><label for="guild">Add to server</label></h2>
    <select id="guild" name="guild_id" required>
      ${options}
    </select>`;
}

function channelPicker(
  { channel_id }: AuthorizationRequest,
  choices: readonly ChannelChoice[],
): Html {
  const options = choices.map(
    ({ channel, guild }) =>
      html`<option value="${channel.id}" ${channel.id === channel_id && html` selected`}>
        ${guild.name} #${channel.name ?? ""}
      </option>`,
  );
  return html`<h2><label for="channel">Add a webhook to</label></h2>
    <select id="channel" name="webhook_channel_id" required>
      ${options}
    </select>`;
}

/** `MANAGE_GUILD` -> `Manage guild`. */
function inWords(name: PermissionName): string {
  const words = name.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The names of the requested permissions, which a person may deselect. */
export function namedPermissions(bits: bigint): readonly PermissionName[] {
  const names = Object.keys(PermissionBit) as PermissionName[];
  return names.filter((name) => (bits & (1n << BigInt(PermissionBit[name]))) !== 0n);
}

function permissionList({ scopes, permissions, integration_type }: AuthorizationRequest) {
  const names = namedPermissions(permissions);
  if (integration_type !== 0 || !scopes.includes("bot") || names.length === 0) return undefined;
  const boxes = names.map(
    (name) =>
      html`<label
        ><input type="checkbox" name="permission" value="${name}" checked /> ${inWords(name)}</label
      >`,
  );
  return html`<fieldset>
    <legend>Permissions of its bot there</legend>
    ${boxes}
  </fieldset>`;
}

/** Shows the redirect target to a person before they agree. */
function afterwards({ redirect_uri }: AuthorizationRequest): Html | undefined {
  if (redirect_uri === undefined) return undefined;
  const to = /^https?:\/\/[^/?#]+/i.exec(redirect_uri)?.[0] ?? redirect_uri;
  return html`<p class="soft">Afterwards you go on to ${to}</p>`;
}
