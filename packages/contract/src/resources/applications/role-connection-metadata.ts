// The metadata of role connections: what an application reports about its users, on which guilds
// base linked roles. Source: protocol: webhooks-and-applications 3.1.
import { bot } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { NotThisApplication, UnknownApplication } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { locales } from "../../schema/locale.ts";
import {
  choice,
  dictionary,
  list,
  nullable,
  object,
  optional,
  refine,
  text,
  type Report,
  type TSchema,
} from "../../schema/values.ts";

/** How a value is compared with a guild's requirement. */
export const MetadataType = {
  INTEGER_LESS_THAN_OR_EQUAL: 1,
  INTEGER_GREATER_THAN_OR_EQUAL: 2,
  INTEGER_EQUAL: 3,
  INTEGER_NOT_EQUAL: 4,
  DATETIME_LESS_THAN_OR_EQUAL: 5,
  DATETIME_GREATER_THAN_OR_EQUAL: 6,
  BOOLEAN_EQUAL: 7,
  BOOLEAN_NOT_EQUAL: 8,
} as const;

const name = text({ min: 1, max: 100 });
const description = text({ min: 1, max: 200 });
const localized = <S extends TSchema>(words: S) =>
  optional(nullable(dictionary(words, { keys: locales })));

/** A metadata field that the application sets for each user. */
export const MetadataItem = object({
  type: choice(Object.values(MetadataType)),
  key: text({ min: 1, max: 50, pattern: "^[a-z0-9_]+$" }),
  name,
  name_localizations: localized(name),
  description,
  description_localizations: localized(description),
});

/** A metadata field as a form writes it: null removes a language. */
const MetadataItemDraft = object({
  ...MetadataItem.properties,
  name_localizations: localized(nullable(name)),
  description_localizations: localized(nullable(description)),
});

const atOnce = { max: limits.roleConnectionMetadata.value };

/** All metadata fields, with distinct keys. */
export const MetadataItems = refine(list(MetadataItem, atOnce), reportRepeatedKeys);

/** All metadata fields as a form writes them; null for none. */
export const MetadataItemsDraft = nullable(
  refine(list(MetadataItemDraft, atOnce), reportRepeatedKeys),
);

/** Reports repeated keys. Items that could not be read are undefined, and have faults of their own. */
function reportRepeatedKeys(
  items: readonly ({ readonly key: string } | undefined)[],
  report: Report,
): void {
  const seen = new Set<string | undefined>();
  for (const [i, item] of items.entries()) {
    const key = item?.key;
    if (key !== undefined && seen.has(key)) {
      const message = "The set already contains this value";
      report([i, "key"], "SET_TYPE_ALREADY_CONTAINS_VALUE", message);
    }
    seen.add(key);
  }
}

const shared = {
  source: "protocol: webhooks-and-applications 3.1",
  auth: [bot],
  path: "/applications/{application_id}/role-connections/metadata",
} as const;
const errors = [NotThisApplication, UnknownApplication] as const;

export const getRoleConnectionMetadata = endpoint({
  ...shared,
  id: "applications.roleConnectionMetadata",
  summary: "List the metadata by which guilds can give linked roles to the application's users.",
  method: "GET",
  replies: { 200: list(MetadataItem) },
  errors,
});

export const setRoleConnectionMetadata = endpoint({
  ...shared,
  id: "applications.setRoleConnectionMetadata",
  summary: "Replace the application's role connection metadata; at most 5 records.",
  method: "PUT",
  body: MetadataItemsDraft,
  replies: { 200: list(MetadataItem) },
  errors,
});
