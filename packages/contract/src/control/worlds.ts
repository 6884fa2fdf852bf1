// Several worlds in one process, each with its own clock, ids, limits, journal, sessions and port.
// Source: product.md, Control plane.
import { control } from "../auth.ts";
import { endpoint, none, WorldName } from "../endpoint.ts";
import { error, InvalidForm } from "../error.ts";
import { limits } from "../limits/limits.ts";
import {
  anything,
  integer,
  nullable,
  object,
  optional,
  text,
  Timestamp,
  word,
} from "../schema/values.ts";
import { pageFields, pageSchema } from "./paging.ts";
import { UnknownSnapshot } from "./snapshots.ts";
import { limitsProfiles, WorldClock, WorldGateway } from "./world-file/world.ts";

const source = "product.md, Control plane";

export const WorldNameInUse = error({
  name: "WorldNameInUse",
  status: 409,
  code: 0,
  message: "A world of this name exists; delete it first",
  source,
});

export const TooManyWorlds = error({
  name: "TooManyWorlds",
  status: 400,
  code: 0,
  message: `Maximum number of worlds reached (${limits.worlds.value}); delete one first`,
  source: "assumed: bounds what one process holds",
});

export const WorldStays = error({
  name: "WorldStays",
  status: 400,
  code: 0,
  message: "The world that the service started with cannot be deleted",
  source: "assumed: a service without it would answer nothing",
});

/** What a world was copied from. */
export const WorldParent = object({
  world: WorldName,
  /** The snapshot of that world; absent: its state at that time. */
  snapshot: optional(text()),
});

export const WorldView = object({
  name: WorldName,
  /** An address that only this world has, for any client. */
  url: text(),
  /** The base URL for client libraries, which append a version and a path. */
  api: text(),
  /** The address of its gateway. */
  gateway: text(),
  /** When this process opened the world, in real time. */
  created_at: Timestamp,
  /** The number of users, including bots. */
  users: integer({ min: 0 }),
  /** The size of its records; null if its database cannot tell at once. */
  bytes: nullable(integer({ min: 0 })),
  /** Null for a world that was created empty or from a world file. */
  parent: nullable(WorldParent),
});

/** What a world starts with: at most one of these. Without any it is empty. */
export const WorldOrigin = object({
  /** A world file as a value. */
  world: optional(anything()),
  /** The name of a snapshot of the world that the call addresses. */
  snapshot: optional(text({ min: 1, max: 64 })),
  /** The name of another world, whose current state is copied. */
  fork: optional(text({ min: 1, max: 64 })),
});

export const createWorld = endpoint({
  id: "control.worlds.create",
  source,
  summary:
    "Create another world beside the first, from a world file, from a snapshot, or as a fork of another world. It has its own loopback port; the tokens of its world file also select it on the shared port if no other world has them.",
  method: "POST",
  plane: "control",
  path: "/worlds",
  auth: [control],
  developmentOnly: true,
  body: object({
    /** Default: a name that no other world has. */
    name: optional(WorldName),
    from: optional(WorldOrigin),
    /** Overrides the profile of the file. */
    limits: optional(word(limitsProfiles)),
    /** Overrides the clock of the file. */
    clock: optional(WorldClock),
    /**
     * The same seed and calls give the same ids, secrets and other random values. Without a clock
     * in the body or the file, the clock then stands still at the beginning of 2026.
     */
    seed: optional(text({ min: 1, max: 1000 })),
    /** Overrides the gateway of the file. */
    gateway: optional(WorldGateway),
  }),
  replies: { 201: WorldView },
  errors: [InvalidForm, UnknownSnapshot, WorldNameInUse, TooManyWorlds],
});

export const listWorlds = endpoint({
  id: "control.worlds.list",
  source,
  summary:
    "List the worlds of this process by name, including the first: their addresses, ages and sizes, and what they were copied from.",
  method: "GET",
  plane: "control",
  path: "/worlds",
  auth: [control],
  developmentOnly: true,
  query: object(pageFields),
  replies: { 200: pageSchema(WorldView) },
  errors: [InvalidForm],
});

export const getWorldAddress = endpoint({
  id: "control.worlds.get",
  source,
  summary: "Get the addresses, age and size of a world, and what it was copied from.",
  method: "GET",
  plane: "control",
  path: "/worlds/{world}",
  auth: [control],
  developmentOnly: true,
  replies: { 200: WorldView },
  errors: [],
});

export const deleteWorld = endpoint({
  id: "control.worlds.delete",
  source,
  summary: "Delete a world with all of its data; its port and its sessions are closed.",
  method: "DELETE",
  plane: "control",
  path: "/worlds/{world}",
  auth: [control],
  developmentOnly: true,
  replies: { 204: none },
  errors: [WorldStays],
});
