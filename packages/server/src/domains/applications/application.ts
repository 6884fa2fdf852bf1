// The application record, its table and its view.
import {
  ApplicationFlag,
  type ApplicationFlagName,
  type InstallParams,
  type InstallParamsDraft,
  type IntegrationTypesDraft,
  type MetadataItem,
  type OwnApplication,
  type Team,
} from "@antechamber/contract/applications";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { EventWebhooksStatus } from "@antechamber/contract/webhooks";
import { definedFields } from "../../platform/defined-fields.ts";
import { tableOf } from "../../platform/store.ts";
import { userView, type UserRecord } from "../users/user.ts";
import { eligibleScopes } from "./scopes.ts";
import type { OidcProvider } from "./oidc-provider.ts";

/** An application. Its bot user, when it has one, has the application's id. */
export interface ApplicationRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string | null;
  readonly cover_image?: string | null;
  readonly custom_install_url?: string | null;
  readonly terms_of_service_url?: string | null;
  readonly privacy_policy_url?: string | null;
  readonly install_params?: Static<typeof InstallParamsDraft> | null;
  /** Configurations for the installation types in `integration_types`. */
  readonly integration_types_config?: Static<typeof IntegrationTypesDraft> | null;
  readonly role_connections_verification_url?: string | null;
  readonly owner_id: string;
  /** The team that owns it; `owner_id` is then the team's owner. */
  readonly team_id?: string;
  /** The Ed25519 public key that verifies deliveries, as 64 hex digits. */
  readonly verify_key: string;
  /** All flags as a decimal string, from which the 32-bit `flags` are derived. */
  readonly flags_new: string;
  readonly integration_types: readonly (0 | 1)[];
  readonly redirect_uris: readonly string[];
  /** The scopes that it may request beyond those open to all applications. */
  readonly approved_scopes?: readonly string[];
  readonly interactions_endpoint_url: string | null;
  readonly event_webhooks_url: string | null;
  /** If absent, webhooks are enabled when there is a URL. */
  readonly event_webhooks_status?: 1 | 2 | 3;
  readonly event_webhooks_types: readonly string[];
  readonly rpc_origins?: readonly string[];
  readonly explicit_content_filter?: 0 | 1 | 2;
  readonly max_participants?: number | null;
  readonly type?: number | null;
  /** The definitions of the metadata that it stores per user, by which guilds may grant roles. */
  readonly role_connections_metadata?: readonly Static<typeof MetadataItem>[];
  readonly bot_public: boolean;
  readonly bot_require_code_grant: boolean;
  readonly tags: readonly string[];
  readonly requestsPerSecond: number;
  /** The number of users that it may reach with privileged intents before these need a review. */
  readonly accessible_users_max?: number;
  /** When its privileged intents were last reviewed. */
  readonly intents_reviewed_at?: string;
  readonly hasBot: boolean;
  readonly botTokenDigest?: string;
  readonly clientSecretDigest?: string;
  /** The OpenID Connect provider whose id tokens identify players. */
  readonly oidc?: OidcProvider;
  /** The project that players' Unity tokens must belong to. */
  readonly unity_project_id?: string;
  /** The parent application, if this one is a child. */
  readonly parent_id?: string;
  /** The seed of the signing key, as 64 hex digits. It leaves the service only in snapshots. */
  readonly signingSeed: string;
}

export const applications = tableOf<ApplicationRecord>()({
  name: "application",
  isWatched: true,
  key: (application) => snowflakeKey(application.id),
  indexes: {
    name: (application) => application.name,
    owner: (application) => application.owner_id,
  },
  unique: { botToken: (application) => application.botTokenDigest },
});

/** Flag names as a set of bits. */
export function flagBits(names: readonly ApplicationFlagName[]): bigint {
  return names.reduce((bits, name) => bits | (1n << BigInt(ApplicationFlag[name])), 0n);
}

/** True when the application has the flag. */
export function hasFlag(application: ApplicationRecord, name: ApplicationFlagName): boolean {
  return (BigInt(application.flags_new) & flagBits([name])) !== 0n;
}

/**
 * The application with or without the flag that marks applications with global commands. Source:
 * protocol: gateway-oauth-limits 1.10.
 */
export function withCommandBadge(
  application: ApplicationRecord,
  hasCommands: boolean,
): ApplicationRecord {
  const badge = flagBits(["APPLICATION_COMMAND_BADGE"]);
  const others = BigInt(application.flags_new) & ~badge;
  return { ...application, flags_new: (hasCommands ? others | badge : others).toString() };
}

/** The flags that fit in a signed 32-bit integer. Source: protocol: gateway-oauth-limits 1.1. */
export function smallFlags(application: ApplicationRecord): number {
  return Number(BigInt(application.flags_new) & 0x7fff_ffffn);
}

/** Whether the application receives webhook events. Source: protocol: lobbies-and-sdk 10.1. */
export function webhooksStatusOf(
  application: Pick<ApplicationRecord, "event_webhooks_status" | "event_webhooks_url">,
): 1 | 2 | 3 {
  const { event_webhooks_status: status, event_webhooks_url: url } = application;
  return status ?? (url === null ? EventWebhooksStatus.DISABLED : EventWebhooksStatus.ENABLED);
}

/** The number of guilds and people that use an application. */
export interface ApplicationReach {
  readonly guilds: number;
  readonly userInstalls: number;
  readonly authorizations: number;
}

/** An application as shown to itself. */
export function ownApplicationView(
  application: ApplicationRecord,
  people: {
    readonly owner: UserRecord;
    readonly bot: UserRecord | undefined;
    readonly team: Static<typeof Team> | null;
  },
  reach: ApplicationReach,
): Static<typeof OwnApplication> {
  return {
    id: application.id,
    name: application.name,
    icon: application.icon,
    ...definedFields({ cover_image: application.cover_image ?? undefined }),
    description: application.description,
    summary: "",
    type: application.type ?? null,
    ...(people.bot === undefined ? {} : { bot: userView(people.bot) }),
    bot_public: application.bot_public,
    bot_require_code_grant: application.bot_require_code_grant,
    verify_key: application.verify_key,
    flags: smallFlags(application),
    flags_new: application.flags_new,
    redirect_uris: [...application.redirect_uris],
    interactions_endpoint_url: application.interactions_endpoint_url,
    role_connections_verification_url: application.role_connections_verification_url ?? null,
    owner: userView(people.owner),
    team: people.team,
    approximate_guild_count: reach.guilds,
    approximate_user_install_count: reach.userInstalls,
    approximate_user_authorization_count: reach.authorizations,
    explicit_content_filter: application.explicit_content_filter ?? 0,
    ...definedFields({ max_participants: application.max_participants ?? undefined }),
    eligible_oauth2_scopes: [...eligibleScopes(application)],
    ...definedFields({
      custom_install_url: application.custom_install_url ?? undefined,
      terms_of_service_url: application.terms_of_service_url ?? undefined,
      privacy_policy_url: application.privacy_policy_url ?? undefined,
    }),
    ...definedFields({ install_params: installParams(application.install_params) }),
    integration_types_config: installConfigurations(application),
    event_webhooks_url: application.event_webhooks_url,
    event_webhooks_status: webhooksStatusOf(application),
    event_webhooks_types: [...application.event_webhooks_types],
    rpc_origins: [...(application.rpc_origins ?? [])],
    tags: [...application.tags],
  };
}

function installParams(
  draft: Static<typeof InstallParamsDraft> | null | undefined,
): Static<typeof InstallParams> | undefined {
  if (draft === null || draft === undefined) return undefined;
  return { scopes: draft.scopes ?? [], permissions: draft.permissions ?? "0" };
}

function installConfigurations({
  integration_types: types,
  integration_types_config: configurations,
}: ApplicationRecord) {
  return Object.fromEntries(
    types.map((type) => {
      const params = installParams(configurations?.[type]?.oauth2_install_params);
      return [type, definedFields({ oauth2_install_params: params })];
    }),
  );
}
