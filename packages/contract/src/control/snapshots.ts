// Named snapshots of the world: taking, restoring and comparing them. Source: product.md, Control
// plane.
import { control } from "../auth.ts";
import { endpoint, none } from "../endpoint.ts";
import { error, InvalidForm } from "../error.ts";
import { limits } from "../limits/limits.ts";
import {
  anything,
  Bool,
  integer,
  list,
  object,
  optional,
  text,
  Timestamp,
  word,
} from "../schema/values.ts";
import { pageFields, pageSchema } from "./paging.ts";
import { WorldTooLarge } from "./state.ts";

const source = "product.md, Control plane";

export const UnknownSnapshot = error({
  name: "UnknownSnapshot",
  status: 404,
  code: 0,
  message: "Unknown snapshot",
  source,
});

export const SnapshotNameInUse = error({
  name: "SnapshotNameInUse",
  status: 409,
  code: 0,
  message: "A snapshot of this name exists; delete it first",
  source,
});

export const TooManySnapshots = error({
  name: "TooManySnapshots",
  status: 400,
  code: 0,
  message: `Maximum number of snapshots reached (${limits.snapshots.value}); delete one first`,
  source,
});

export const SnapshotsTooLarge = error({
  name: "SnapshotsTooLarge",
  status: 400,
  code: 0,
  message: `The snapshots would take more than ${limits.snapshotBytes.value} bytes together; delete one first`,
  source,
});

const SnapshotName = text({
  min: 1,
  max: 64,
  pattern: "^[a-z0-9_-]+$",
  madeOf: "letters from a to z, digits, hyphens and underscores",
});

export const Snapshot = object({
  name: SnapshotName,
  /** The time on the world's clock. */
  at: Timestamp,
  /** When the snapshot was taken, in real time. */
  created_at: Timestamp,
  /** The size of the snapshot. */
  bytes: integer({ min: 0 }),
  /** The number of objects of each kind. */
  counts: object({
    users: integer({ min: 0 }),
    guilds: integer({ min: 0 }),
    channels: integer({ min: 0 }),
    messages: integer({ min: 0 }),
    lobbies: integer({ min: 0 }),
  }),
});

/**
 * The kinds of object that are compared, by their keys in world files; installs are one kind, and
 * so are tokens.
 */
export const comparedKinds = [
  "users",
  "applications",
  "commands",
  "command_permissions",
  "external_identities",
  "skus",
  "entitlements",
  "subscriptions",
  "teams",
  "guilds",
  "roles",
  "channels",
  "members",
  "installs",
  "invites",
  "scheduled_events",
  "emojis",
  "stickers",
  "soundboard_sounds",
  "stage_instances",
  "webhooks",
  "auto_moderation_rules",
  "join_requests",
  "bans",
  "role_connections",
  "voice_states",
  "tokens",
  "authorizations",
  "application_identities",
  "lobbies",
  "private_channels",
  "messages",
  "game_messages",
  "limits",
] as const;

const place = {
  kind: word(comparedKinds),
  /**
   * The user's id for a member, the hash for a token; two ids with a colon between them if one is
   * not enough.
   */
  id: text(),
  /** The place in a world file: `guilds[300].channels[301].name`. */
  path: text(),
};

export const SnapshotDiff = object({
  added: list(object({ ...place, after: anything() })),
  removed: list(object({ ...place, before: anything() })),
  /** The changed fields; a side without the field omits it. */
  changed: list(object({ ...place, before: optional(anything()), after: optional(anything()) })),
  /** True if there are more differences than an answer may contain; absent otherwise. */
  cut: optional(Bool),
});

export const takeSnapshot = endpoint({
  id: "control.snapshots.create",
  source,
  summary: "Create a named snapshot of the world as it is now, including its clock.",
  method: "POST",
  plane: "control",
  path: "/snapshots",
  auth: [control],
  developmentOnly: true,
  body: object({ name: SnapshotName }),
  replies: { 201: Snapshot },
  errors: [InvalidForm, SnapshotNameInUse, TooManySnapshots, SnapshotsTooLarge],
});

export const listSnapshots = endpoint({
  id: "control.snapshots.list",
  source,
  summary: "List the snapshots of the world, oldest first.",
  method: "GET",
  plane: "control",
  path: "/snapshots",
  auth: [control],
  developmentOnly: true,
  query: object(pageFields),
  replies: { 200: pageSchema(Snapshot) },
  errors: [InvalidForm],
});

export const restoreSnapshot = endpoint({
  id: "control.snapshots.restore",
  source,
  summary:
    "Restore a snapshot: records, clock and due jobs are as they were. Every gateway session ends, active faults and rate-limit windows are deleted, and ids go on counting. The snapshot is kept.",
  method: "POST",
  plane: "control",
  path: "/snapshots/{name}/restore",
  auth: [control],
  developmentOnly: true,
  replies: { 204: none },
  errors: [UnknownSnapshot],
});

export const deleteSnapshot = endpoint({
  id: "control.snapshots.delete",
  source,
  summary: "Delete a snapshot.",
  method: "DELETE",
  plane: "control",
  path: "/snapshots/{name}",
  auth: [control],
  developmentOnly: true,
  replies: { 204: none },
  errors: [UnknownSnapshot],
});

export const diffSnapshots = endpoint({
  id: "control.snapshots.diff",
  source,
  summary:
    "Compare a snapshot with another one, or with the current state: what was added, removed and changed, by entity and field of world files, with secrets hashed. The clock, and the bytes of files and images, are not compared.",
  method: "GET",
  plane: "control",
  path: "/snapshots/{name}/diff",
  auth: [control],
  developmentOnly: true,
  query: object({
    /** The other snapshot; absent: the current state. */
    to: optional(text({ min: 1, max: 64 })),
  }),
  replies: { 200: SnapshotDiff },
  errors: [InvalidForm, UnknownSnapshot, WorldTooLarge],
});
