// The application record, its table and its view.
import {
  ageKey,
  ApplicationFlag,
  type ApplicationChange,
  type ApplicationFlagName,
  type OwnApplication,
  type Static,
} from "@antechamber/contract";
import { tableOf } from "../../platform/store.ts";
import { userView, type UserRecord } from "../users/user.ts";

/** An application. Its bot user, when it has one, has the application's id. */
export interface ApplicationRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string | null;
  readonly owner_id: string;
  /** 64 hex digits: the Ed25519 key with which deliveries are verified. */
  readonly verify_key: string;
  /** All bits as a decimal string; the 32-bit `flags` follow from it. */
  readonly flags_new: string;
  readonly integration_types: readonly (0 | 1)[];
  readonly redirect_uris: readonly string[];
  readonly interactions_endpoint_url: string | null;
  readonly event_webhooks_url: string | null;
  readonly event_webhooks_types: readonly string[];
  readonly bot_public: boolean;
  readonly bot_require_code_grant: boolean;
  readonly tags: readonly string[];
  readonly requestsPerSecond: number;
  readonly hasBot: boolean;
  readonly botTokenDigest?: string;
  readonly clientSecretDigest?: string;
  /** Seed of the signing key, 64 hex digits. It never leaves the service but in a snapshot. */
  readonly signingSeed: string;
}

export const applications = tableOf<ApplicationRecord>()({
  name: "application",
  key: (application) => ageKey(application.id),
  indexes: { name: (application) => application.name },
  unique: { botToken: (application) => application.botTokenDigest },
});

/** The flags by name as one set of bits. */
export function flagBits(names: readonly ApplicationFlagName[]): bigint {
  return names.reduce((bits, name) => bits | (1n << BigInt(ApplicationFlag[name])), 0n);
}

/** True when the application has the flag. */
export function hasFlag(application: ApplicationRecord, name: ApplicationFlagName): boolean {
  return (BigInt(application.flags_new) & flagBits([name])) !== 0n;
}

/** The bits that fit a signed 32-bit integer. Source: protocol: gateway-oauth-limits 1.1. */
export function smallFlags(application: ApplicationRecord): number {
  return Number(BigInt(application.flags_new) & 0x7fff_ffffn);
}

/** The intents that an application may ask for by itself. */
const limitedIntents: readonly ApplicationFlagName[] = [
  "GATEWAY_PRESENCE_LIMITED",
  "GATEWAY_GUILD_MEMBERS_LIMITED",
  "GATEWAY_MESSAGE_CONTENT_LIMITED",
];

/** An application after its own change of it; what the change does not name stays. */
export function changedApplication(
  application: ApplicationRecord,
  change: Static<typeof ApplicationChange>,
): ApplicationRecord {
  const { description, tags, flags, interactions_endpoint_url: url } = change;
  const open = flagBits(limitedIntents);
  const bits = BigInt(application.flags_new);
  const given = BigInt(flags ?? 0);
  return {
    ...application,
    ...(description === undefined ? {} : { description: description ?? "" }),
    ...(tags === undefined ? {} : { tags: tags ?? [] }),
    ...(typeof flags === "number"
      ? { flags_new: ((bits & ~open) | (given & open)).toString() }
      : {}),
    // An empty address is how forms take one away.
    ...(url === undefined ? {} : { interactions_endpoint_url: url === "" ? null : url }),
  };
}

/** How many guilds and people an application has. */
export interface Reach {
  readonly guilds: number;
  readonly userInstalls: number;
  readonly authorizations: number;
}

/** An application as it sees itself. */
export function ownApplicationView(
  application: ApplicationRecord,
  people: { readonly owner: UserRecord; readonly bot: UserRecord | undefined },
  reach: Reach,
): Static<typeof OwnApplication> {
  return {
    id: application.id,
    name: application.name,
    icon: application.icon,
    description: application.description,
    summary: "",
    type: null,
    ...(people.bot === undefined ? {} : { bot: userView(people.bot) }),
    bot_public: application.bot_public,
    bot_require_code_grant: application.bot_require_code_grant,
    verify_key: application.verify_key,
    flags: smallFlags(application),
    flags_new: application.flags_new,
    redirect_uris: [...application.redirect_uris],
    interactions_endpoint_url: application.interactions_endpoint_url,
    role_connections_verification_url: null,
    owner: userView(people.owner),
    team: null,
    approximate_guild_count: reach.guilds,
    approximate_user_install_count: reach.userInstalls,
    approximate_user_authorization_count: reach.authorizations,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: [],
    integration_types_config: Object.fromEntries(
      application.integration_types.map((type) => [type, {}]),
    ),
    event_webhooks_url: application.event_webhooks_url,
    event_webhooks_status: application.event_webhooks_url === null ? 1 : 2,
    event_webhooks_types: [...application.event_webhooks_types],
    rpc_origins: [],
    tags: [...application.tags],
  };
}
