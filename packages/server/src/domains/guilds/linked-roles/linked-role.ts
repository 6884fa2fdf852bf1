// Linked roles, which members claim on the basis of application metadata: records and rules.
// Source: protocol: webhooks-and-applications 3.3.
import { MetadataType, type MetadataItem } from "@antechamber/contract/applications";
import { parseTimestamp, type Static } from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";

/** The metadata that an application provides about one of its users. */
export interface RoleConnectionRecord {
  readonly user_id: string;
  readonly application_id: string;
  readonly platform_name?: string;
  readonly platform_username?: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export const roleConnections = tableOf<RoleConnectionRecord>()({
  name: "role_connection",
  key: (connection) => compoundKey(connection.user_id, connection.application_id),
  indexes: { application: (connection) => connection.application_id },
});

/** A linked role: users may claim it who meet all its requirements on an application's metadata. */
export interface LinkedRoleRecord {
  readonly guild_id: string;
  readonly role_id: string;
  readonly application_id: string;
  /** The values that the guild requires, by the keys of the application's metadata. */
  readonly requirements: Readonly<Record<string, number>>;
}

export const linkedRoles = tableOf<LinkedRoleRecord>()({
  name: "linked_role",
  key: (role) => compoundKey(role.guild_id, role.role_id),
  indexes: { application: (role) => role.application_id },
});

const DAY_MS = 86_400_000;

const integers: ReadonlySet<number> = new Set([
  MetadataType.INTEGER_LESS_THAN_OR_EQUAL,
  MetadataType.INTEGER_GREATER_THAN_OR_EQUAL,
  MetadataType.INTEGER_EQUAL,
  MetadataType.INTEGER_NOT_EQUAL,
]);
const moments: ReadonlySet<number> = new Set([
  MetadataType.DATETIME_LESS_THAN_OR_EQUAL,
  MetadataType.DATETIME_GREATER_THAN_OR_EQUAL,
]);

/** The numeric value of a text, or undefined if the text is not a value of the type. */
export function numberOf(type: number, text: string): number | undefined {
  if (moments.has(type)) return parseTimestamp(text);
  const isWritten = integers.has(type) ? /^-?\d{1,15}$/.test(text) : /^[01]$/.test(text);
  return isWritten ? Number(text) : undefined;
}

/** True if a value meets a requirement; requirements on dates are given in days before now. */
function meetsRequirement(
  type: number,
  {
    value,
    required,
    now,
  }: { readonly value: number; readonly required: number; readonly now: Millis },
): boolean {
  switch (type) {
    case MetadataType.INTEGER_LESS_THAN_OR_EQUAL:
      return value <= required;
    case MetadataType.INTEGER_GREATER_THAN_OR_EQUAL:
      return value >= required;
    case MetadataType.DATETIME_LESS_THAN_OR_EQUAL:
      return value <= now - required * DAY_MS;
    case MetadataType.DATETIME_GREATER_THAN_OR_EQUAL:
      return value >= now - required * DAY_MS;
    case MetadataType.INTEGER_NOT_EQUAL:
    case MetadataType.BOOLEAN_NOT_EQUAL:
      return value !== required;
    default:
      return value === required;
  }
}

/** The data that decides whether a user may claim a role. */
export interface Claim {
  readonly items: readonly Static<typeof MetadataItem>[];
  /** Undefined if the application provides nothing about the user. */
  readonly connection: RoleConnectionRecord | undefined;
  readonly now: Millis;
}

/** True if a user meets every requirement; without requirements, being connected is enough. */
export function meets(
  { requirements }: Pick<LinkedRoleRecord, "requirements">,
  { items, connection, now }: Claim,
): boolean {
  if (connection === undefined) return false;
  return Object.entries(requirements).every(([key, required]) => {
    const item = items.find((each) => each.key === key);
    const { metadata } = connection;
    const text = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    const value = item && text !== undefined ? numberOf(item.type, text) : undefined;
    if (item === undefined || value === undefined) return false;
    return meetsRequirement(item.type, { value, required, now });
  });
}
