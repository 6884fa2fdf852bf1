// Changes that an application makes to itself. Source: protocol: gateway-oauth-limits 1.10, 5.10;
// lobbies-and-sdk 10.1.
import type { ApplicationChange, ApplicationFlagName } from "@antechamber/contract/applications";
import type { Static } from "@antechamber/contract/schema";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { storeImage } from "../users/image.ts";
import { teamFields } from "./teams.ts";
import { flagBits, webhooksStatusOf, type ApplicationRecord } from "./application.ts";

type Change = Static<typeof ApplicationChange>;

/** The intents that an application may enable by itself. */
const limitedIntents: readonly ApplicationFlagName[] = [
  "GATEWAY_PRESENCE_LIMITED",
  "GATEWAY_GUILD_MEMBERS_LIMITED",
  "GATEWAY_MESSAGE_CONTENT_LIMITED",
];

/**
 * An application after a change that it made to itself; omitted fields are kept.
 *
 * @throws InvalidForm
 */
export async function changedApplication(
  ctx: Context,
  application: ApplicationRecord,
  change: Change,
): Promise<ApplicationRecord> {
  const { description, tags, flags } = change;
  return {
    ...application,
    ...(description === undefined ? {} : { description: descriptionIn(description) }),
    ...(tags === undefined ? {} : { tags: tags ?? [] }),
    ...(typeof flags === "number" ? { flags_new: withIntents(application, flags) } : {}),
    ...activityFieldsIn(change),
    ...addressesIn(change),
    ...installationIn(change),
    ...webhooksIn(application, change),
    ...(await picturesIn(ctx, change)),
    ...(await teamFields(ctx, application, change.team_id)),
  };
}

function descriptionIn(draft: NonNullable<Change["description"]> | null): string {
  return typeof draft === "object" ? (draft?.default ?? "") : draft;
}

function withIntents({ flags_new: before }: ApplicationRecord, requested: number): string {
  const open = flagBits(limitedIntents);
  return ((BigInt(before) & ~open) | (BigInt(requested) & open)).toString();
}

/** Null removes a value. */
function activityFieldsIn({
  explicit_content_filter: filter,
  max_participants,
  type,
}: Change): Partial<ApplicationRecord> {
  return {
    ...(filter === undefined ? {} : { explicit_content_filter: filter ?? 0 }),
    ...definedFields({ max_participants, type }),
  };
}

const addresses = [
  "interactions_endpoint_url",
  "event_webhooks_url",
  "custom_install_url",
  "role_connections_verification_url",
] as const;

/** An empty URL removes the address, as forms send it. */
function addressesIn(change: Change): Partial<ApplicationRecord> {
  const changed = addresses.flatMap((name) => {
    const url = change[name];
    return url === undefined ? [] : [[name, url === "" ? null : url] as const];
  });
  return Object.fromEntries(changed);
}

function installationIn({
  install_params: requested,
  integration_types_config: kinds,
}: Change): Partial<ApplicationRecord> {
  return {
    ...definedFields({ install_params: requested, integration_types_config: kinds }),
    ...(kinds === undefined || kinds === null ? {} : { integration_types: kindsOf(kinds) }),
  };
}

/** The installation types that a configuration names. */
export function kindsOf(configurations: object): (0 | 1)[] {
  return Object.keys(configurations).map((kind) => (kind === "0" ? 0 : 1));
}

/** A new URL alone does not change whether webhooks are enabled. */
function webhooksIn(
  application: ApplicationRecord,
  { event_webhooks_status: status, event_webhooks_types: types }: Change,
): Partial<ApplicationRecord> {
  return {
    event_webhooks_status: status ?? webhooksStatusOf(application),
    ...(types === undefined ? {} : { event_webhooks_types: [...new Set(types)] }),
  };
}

async function picturesIn(ctx: Context, change: Change): Promise<Partial<ApplicationRecord>> {
  const { icon, cover_image: cover } = change;
  return {
    ...(icon === undefined ? {} : { icon: icon === null ? null : await storeImage(ctx, icon) }),
    ...(cover === undefined
      ? {}
      : { cover_image: cover === null ? null : await storeImage(ctx, cover) }),
  };
}
