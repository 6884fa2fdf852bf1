// Accepts an application as the API shows it as an entry: keys with other names are renamed, and
// derived fields must have the values that follow from the rest.
import { ApplicationFlag } from "@antechamber/contract/applications";
import { bitsOf, type WorldApplication } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { ApplicationRecord } from "../../domains/applications/application.ts";
import { guildInstalls, userInstalls } from "../../domains/applications/installs.ts";
import { authorizations } from "../../domains/applications/authorization.ts";
import { eligibleScopes } from "../../domains/applications/scopes.ts";
import { checkDerived } from "./derived-fields.ts";
import type { WorldBuilder } from "./world-builder.ts";
import type { Place } from "./json-path.ts";
import { definedFields } from "../../platform/defined-fields.ts";

type ApplicationEntry = Static<typeof WorldApplication>;

/** The bits that `flags` can show. Source: protocol: gateway-oauth-limits 1.1. */
const SMALL = 0x7fff_ffffn;

const webhookKeys = {
  url: "event_webhooks_url",
  status: "event_webhooks_status",
  types: "event_webhooks_types",
} as const;

/** Renames the API's keys to those of world files, where they differ. */
export function renamedKeys(entry: ApplicationEntry): ApplicationEntry {
  const {
    event_webhooks_url: url,
    event_webhooks_status: status,
    event_webhooks_types: types,
  } = entry;
  const webhooks = definedFields({ url, status, types });
  return {
    ...entry,
    ...(entry.flags_new === undefined ? {} : { flags: [entry.flags_new] }),
    ...(Object.keys(webhooks).length === 0
      ? {}
      : { event_webhooks: { ...entry.event_webhooks, ...webhooks } }),
  };
}

/** Renames the keys of an entry that is loaded; where both keys are given, they must agree. */
export function writtenApplication(
  builder: WorldBuilder,
  entry: ApplicationEntry,
  place: Place,
): ApplicationEntry {
  const { flags, flags_new, event_webhooks: webhooks } = entry;
  if (flags !== undefined && flags_new !== undefined) {
    const own = (BigInt(flags_new) & SMALL).toString();
    const given = (bitsOf(flags, ApplicationFlag) & SMALL).toString();
    checkDerived(builder, [...place, "flags"], { given, own });
  }
  for (const [key, name] of Object.entries(webhookKeys)) {
    const own = webhooks?.[key as keyof typeof webhookKeys];
    if (own !== undefined) checkDerived(builder, [...place, name], { given: entry[name], own });
  }
  return renamedKeys(entry);
}

/** Checks the derived fields of an entry. */
export function agreeWithApplication(
  builder: WorldBuilder,
  entry: ApplicationEntry,
  { application, place }: { readonly application: ApplicationRecord; readonly place: Place },
): void {
  const { verify_key, summary, type, eligible_oauth2_scopes: eligible } = entry;
  const check = (name: string, given: unknown, own: unknown) =>
    checkDerived(builder, [...place, name], { given, own });
  check("verify_key", verify_key, application.verify_key);
  check("summary", summary, "");
  check("type", type, null);
  const own = [...eligibleScopes(application)].toSorted();
  check("eligible_oauth2_scopes", eligible?.toSorted(), own);
}

/** The number of an application's installations and authorizations, as the API shows them. */
export interface Counts {
  readonly approximate_guild_count: number;
  readonly approximate_user_install_count: number;
  readonly approximate_user_authorization_count: number;
}

/** Checks the counts of an entry against the actual ones. */
export function agreeWithCounts(
  builder: WorldBuilder,
  entry: ApplicationEntry,
  { counts, place }: { readonly counts: Counts; readonly place: Place },
): void {
  for (const [name, own] of Object.entries(counts)) {
    checkDerived(builder, [...place, name], { given: entry[name as keyof Counts], own });
  }
}

/** The counts of an application in the file. */
export function countsIn(builder: WorldBuilder, id: string): Counts {
  const of = (all: readonly { readonly application_id: string }[]) =>
    all.filter(({ application_id }) => application_id === id).length;
  return {
    approximate_guild_count: of(builder.all(guildInstalls)),
    approximate_user_install_count: of(builder.all(userInstalls)),
    approximate_user_authorization_count: of(builder.all(authorizations)),
  };
}
