// Endpoints that control the service. They are not part of the reference service, and require a
// credential of their own. Source: product.md, Control plane.
import { control } from "../auth.ts";
import { endpoint, none } from "../endpoint.ts";
import { error, InvalidForm } from "../error.ts";
import { limits } from "../limits/limits.ts";
import {
  Bool,
  documentOf,
  list,
  nullable,
  object,
  optional,
  text,
  Timestamp,
  withCommas,
  word,
  type DocumentText,
} from "../schema/values.ts";
import { World } from "./world-file/world.ts";
import { pageFields, pageSchema } from "./paging.ts";
import { ClockAdvance, ClockInstant } from "./world-file/kinds.ts";

const source = "product.md, Control plane";

export const WorldTooLarge = error({
  name: "WorldTooLarge",
  status: 400,
  code: 0,
  message: `The world is larger than ${limits.worldExport.value} bytes; leave out files or messages: ?without=files,messages`,
  source,
});

/** The media types of world files. Source: RFC 9512 for YAML. */
const worldMediaTypes = ["application/json", "application/yaml", "text/yaml"];

export const getWorld = endpoint({
  id: "control.world.get",
  source,
  summary:
    "Get the state as a world file with messages and files, and with secrets hashed; fields that equal their default are left out. Unanswered interactions, codes and sessions are not included.",
  method: "GET",
  plane: "control",
  path: "/world",
  auth: [control],
  query: object({
    /** What to omit, to make the file smaller. */
    without: optional(withCommas(list(word(["messages", "files"]), { unique: true }))),
    /** Default: as the header Accept asks, else JSON. */
    format: optional(word(["json", "yaml"])),
  }),
  replies: { 200: documentOf(World, worldMediaTypes) },
  errors: [WorldTooLarge],
});

export const putWorld = endpoint({
  id: "control.world.put",
  source,
  summary:
    "Replace everything, including the clock and limits, with another world. If its file is invalid, nothing changes, and the reply lists each error with its line and column. Every gateway session ends, and ids go on counting.",
  method: "PUT",
  plane: "control",
  path: "/world",
  auth: [control],
  developmentOnly: true,
  body: documentOf<typeof World, DocumentText>(World, worldMediaTypes),
  replies: { 204: none },
  errors: [],
});

export const resetWorld = endpoint({
  id: "control.world.reset",
  source,
  summary: "Restore the world loaded at start. Every gateway session ends, and ids go on counting.",
  method: "POST",
  plane: "control",
  path: "/world/reset",
  auth: [control],
  developmentOnly: true,
  replies: { 204: none },
  errors: [],
});

/** The service's one clock. */
export const ClockView = object({ now: Timestamp, frozen: Bool });

export const getClock = endpoint({
  id: "control.clock.get",
  source,
  summary: "Get the service's time, and whether the clock is frozen.",
  method: "GET",
  plane: "control",
  path: "/clock",
  auth: [control],
  replies: { 200: ClockView },
  errors: [],
});

export const moveClock = endpoint({
  id: "control.clock.move",
  source,
  summary:
    "Freeze or release the clock, then set it, then advance it: by a duration, or with `next` to the next due instant, if there is one. It stops at `until`, which `next` also advances to if nothing falls due before. When the clock moves forwards, everything that falls due has run, in order, before the reply.",
  method: "PATCH",
  plane: "control",
  path: "/clock",
  auth: [control],
  developmentOnly: true,
  body: object({
    frozen: optional(Bool),
    /** The new time; it may be in the past. */
    now: optional(ClockInstant),
    advance: optional(ClockAdvance),
    /** Advancing stops here: for programs with timers that the service cannot observe. */
    until: optional(ClockInstant),
  }),
  replies: { 200: ClockView },
  errors: [InvalidForm],
});

export const followClock = endpoint({
  id: "control.clock.follow",
  source: "assumed: for programs that live in the service's time",
  summary:
    "Wait until the clock reaches an instant or is moved; for programs whose own timers follow the clock. The clock goes on when the program has sent its next call, or after a second of real time.",
  method: "POST",
  plane: "control",
  path: "/clock/follow",
  auth: [control],
  developmentOnly: true,
  readsOnly: true,
  body: object({
    /** A unique name for the program among the followers, which it chooses itself. */
    follower: text({ min: 1, max: 64 }),
    /** When the program's next timer is due; absent if it has none. */
    next: optional(ClockInstant),
  }),
  replies: { 200: ClockView },
  errors: [InvalidForm],
});

/** Work that is due when the clock reaches an instant. */
export const DueJob = object({
  /** Identifies the job until then; also the cursor of the list. */
  id: text(),
  /** The kind of job: `lobby.idle`, `oauth.access_token`. */
  kind: text(),
  at: Timestamp,
  /** The id of the object that the job is about; null if it is about none. */
  subject: nullable(text()),
});

export const listJobs = endpoint({
  id: "control.jobs.list",
  source,
  summary:
    "List what falls due next, earliest first: scheduled jobs, and the expiry of objects that have one.",
  method: "GET",
  plane: "control",
  path: "/jobs",
  auth: [control],
  query: object(pageFields),
  replies: { 200: pageSchema(DueJob) },
  errors: [InvalidForm],
});
