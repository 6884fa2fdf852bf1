// The kinds of record that can be created, changed and deleted, by their names in the control
// plane.
import type { ListId } from "../parts/paged-table.tsx";

/**
 * How the path of a record is made: the path's parameters, and the field of a listed record for
 * each.
 */
interface KindOfRecord {
  readonly list: ListId;
  /** Absent: only the service creates such records. */
  readonly one?: Readonly<Record<string, readonly string[]>>;
}

export const kinds = {
  users: { list: "control.users.list", one: { user: ["id"] } },
  applications: { list: "control.applications.list", one: { application: ["id"] } },
  guilds: { list: "control.guilds.list", one: { guild: ["id"] } },
  channels: { list: "control.channels.list", one: { channel: ["id"] } },
  roles: { list: "control.roles.list", one: { role: ["id"] } },
  members: { list: "control.members.list", one: { guild: ["guild"], member: ["user"] } },
  installs: {
    list: "control.installs.list",
    one: { owner: ["guild", "user"], application: ["application"] },
  },
  commands: { list: "control.commands.list" },
  skus: { list: "control.skus.list", one: { sku: ["id"] } },
  entitlements: { list: "control.entitlements.list", one: { entitlement_id: ["id"] } },
  subscriptions: { list: "control.subscriptions.list", one: { subscription_id: ["id"] } },
  lobbies: { list: "control.lobbies.list" },
  sessions: { list: "control.sessions.list" },
} as const satisfies Readonly<Record<string, KindOfRecord>>;

export type Kind = keyof typeof kinds;

export function isKind(text: string): text is Kind {
  return Object.hasOwn(kinds, text);
}

/** A record from a list. */
export type Listed = Readonly<Record<string, unknown>>;

/** The path parameters of a record; undefined if its kind has no path for one. */
export function pathOf(kind: Kind, listed: Listed): Readonly<Record<string, string>> | undefined {
  const { one }: KindOfRecord = kinds[kind];
  if (one === undefined) return undefined;
  const parts = Object.entries(one).map(([field, sources]) => {
    const source = sources.find((each) => listed[each] !== undefined);
    return [field, String(source === undefined ? "" : listed[source])] as const;
  });
  return Object.fromEntries(parts);
}

/** `roles/300…`: how the URL names the selected record. */
export function addressOf(kind: Kind, listed: Listed): string | undefined {
  const path = pathOf(kind, listed);
  return path === undefined ? undefined : [kind, ...Object.values(path)].join("/");
}

/** The record that the URL names. */
export function recordAt(
  address: string,
): { readonly kind: Kind; readonly path: Readonly<Record<string, string>> } | undefined {
  const [kind = "", ...values] = address.split("/");
  if (!isKind(kind)) return undefined;
  const { one }: KindOfRecord = kinds[kind];
  const names = Object.keys(one ?? {});
  if (names.length === 0 || names.length !== values.length) return undefined;
  return { kind, path: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""])) };
}

/** What one record of a kind is called. */
export function singularOf(kind: Kind): string {
  return kind.replace(/ies$/, "y").replace(/s$/, "");
}

/** The display name of a record. */
export function titleOf(listed: Listed): string {
  const found = ["name", "username", "nick", "type", "id", "user", "application"]
    .map((field) => listed[field])
    .find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : "";
}
