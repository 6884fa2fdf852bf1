// Turns a world file into records. Source: product.md, World file.
import {
  clockIssue,
  readWorld,
  type WorldFile,
  type WorldReading,
} from "@antechamber/contract/control";
import { parseTimestamp, placeName, type ValidationIssue } from "@antechamber/contract/schema";
import type { ClockState } from "../../platform/clock.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { idWatermarks, type IdWatermark } from "../../platform/ids.ts";
import type { Dump } from "../../platform/store.ts";
import { caughtUp, searchBackfills } from "../../domains/search/search.ts";
import { clockStates, worlds, worldSettings, type WorldSettings } from "./stored-world.ts";
import { WorldBuilder, type IssuedSecret, type LoadDeps } from "./world-builder.ts";
import { loadAccessTokens, loadApplications, loadUserInstalls } from "./load/applications.ts";
import { loadCommands } from "./load/commands.ts";
import { loadCommandPermissions } from "./load/permissions.ts";
import { loadGivenAuthorizations } from "./load/authorizations.ts";
import { loadFiles, loadImages } from "./load/files.ts";
import { loadGuilds } from "./load/guilds.ts";
import { loadLobbies } from "./load/lobbies.ts";
import { loadGameMessages, loadMessages, loadPrivateChannels } from "./load/messages.ts";
import { loadApplicationIdentities } from "./load/partners.ts";
import { agreeWithCounts, countsIn } from "./shown-applications.ts";
import { forEachEntry } from "./load/placed-entries.ts";
import { loadSales } from "./load/sales.ts";
import { loadTeams } from "./load/teams.ts";
import { loadUsers } from "./load/users.ts";
import { newestIdAhead } from "./ids-in-file.ts";
import { setAt } from "./json-path.ts";
import { plain } from "./plain.ts";

/** A bot of a loaded world, with what its program needs. */
export interface LoadedBot {
  /** The bot's token in plain text. */
  readonly token: string;
  readonly applicationId: string;
  /** The public key by which deliveries to the application are verified, in hexadecimal. */
  readonly verifyKey: string;
}

/** A world as records, ready for a store. */
export interface LoadedWorld {
  /**
   * All records, including the remembered world, the clock's state and the id watermark, and an
   * empty event log.
   */
  readonly dump: Dump;
  readonly clock: ClockState;
  /** The newest id, if ids are ahead of the clock; absent: they are not. */
  readonly watermark?: IdWatermark;
  readonly settings: WorldSettings;
  /** Secrets that were generated because the file left them out, to be shown once. */
  readonly issued: readonly IssuedSecret[];
  /** The bots in the order of the file, without those whose tokens are given hashed. */
  readonly bots: readonly LoadedBot[];
}

export type Loading =
  | { readonly ok: true; readonly world: LoadedWorld }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/**
 * Converts a parsed world file into records. The result depends only on the file and the time.
 *
 * @returns the records, or every issue of the file at its path
 */
export function loadWorld(value: unknown, deps: LoadDeps): Loading {
  const reading = readWorld(value);
  const clock = clockOf(reading.world, deps);
  const now = clock.frozenAt ?? deps.systemNow + clock.offsetMs;
  const builder = new WorldBuilder({ given: value, reading }, deps, now);
  checkInstant(builder, reading);
  const applications = loadEntities(builder, reading.world);
  if (builder.issues.length > 0) return { ok: false, issues: builder.issues };
  const mode = deps.production ? "production" : "development";
  builder.put(worlds, { name: "world", value: resettableWorld(reading.world, builder), mode });
  const { limits, gateway } = reading.world;
  const settings = definedFields({ limits, gateway });
  builder.put(worldSettings, { name: "settings", ...settings });
  builder.put(searchBackfills, caughtUp);
  builder.put(clockStates, { name: "clock", ...clock });
  const newest = newestIdAhead(reading.world, now);
  const watermark = newest === undefined ? undefined : ({ name: "ids", floor: newest } as const);
  if (watermark !== undefined) builder.put(idWatermarks, watermark);
  const dump = builder.dump();
  const bots = botsIn(entriesOf(reading.world), applications, builder.issued);
  const made = { dump, clock, settings, issued: builder.issued, bots };
  return { ok: true, world: { ...made, ...definedFields({ watermark }) } };
}

type Applications = NonNullable<WorldFile["applications"]>;

const entriesOf = (world: WorldFile): Applications => world.applications ?? [];

type LoadedApplications = ReturnType<typeof loadApplications>;

/** The bots whose tokens the file gives in plain text or were generated. */
function botsIn(
  entries: Applications,
  applications: LoadedApplications,
  issued: readonly IssuedSecret[],
): readonly LoadedBot[] {
  const made = new Map(issued.map(({ place, secret }) => [placeName(place), secret]));
  return entries.flatMap(({ bot }, i) => {
    const token = bot?.token ?? made.get(placeName(["applications", i, "bot", "token"]));
    const application = applications[i];
    if (application === undefined || token === undefined) return [];
    const { id: applicationId, verify_key: verifyKey } = application;
    return token.startsWith("sha256:") ? [] : [{ token, applicationId, verifyKey }];
  });
}

/** Loads entities in an order in which each only refers to earlier ones. */
function loadEntities(builder: WorldBuilder, world: WorldFile): LoadedApplications {
  const entries = entriesOf(world);
  loadUsers(builder, world.users ?? []);
  loadTeams(builder, world.teams);
  const applications = loadApplications(builder, entries);
  loadGuilds(builder, world.guilds ?? []);
  loadCommands(builder, entries, applications);
  loadCommandPermissions(builder, entries, applications);
  loadSales(builder, entries, applications);
  loadUserInstalls(builder, world.user_installs ?? []);
  loadAccessTokens(builder, world.access_tokens ?? []);
  loadApplicationIdentities(builder, world.application_identities ?? []);
  loadLobbies(builder, world.lobbies ?? []);
  loadGivenAuthorizations(builder, world.authorizations);
  forEachEntry(entries, ["applications"], ({ entry, place }, i) => {
    const id = applications[i]?.id;
    if (id !== undefined) agreeWithCounts(builder, entry, { counts: countsIn(builder, id), place });
  });
  loadPrivateChannels(builder, world.private_channels);
  loadMessages(builder, world.messages);
  loadGameMessages(builder, world.game_messages);
  loadFiles(builder, world.files);
  loadImages(builder, world.images);
  return applications;
}

/** The clock as the file sets it; by default, it follows the system's clock. */
function clockOf(world: WorldFile, deps: LoadDeps): ClockState {
  const instant = world.clock?.now === undefined ? undefined : parseTimestamp(world.clock.now);
  const at = instant ?? deps.systemNow;
  return world.clock?.frozen === true
    ? { frozen: true, offsetMs: 0, frozenAt: at }
    : { frozen: false, offsetMs: at - deps.systemNow };
}

function checkInstant(builder: WorldBuilder, { world, issues }: WorldReading): void {
  if (world.clock !== undefined && builder.deps.production) {
    builder.issue(["clock"], "the clock of a service in production mode cannot be set");
  }
  // A given instant was validated with the rest of the file.
  const issue = world.clock?.now === undefined ? clockIssue(builder.now) : undefined;
  if (issue !== undefined && issues.length === 0) builder.issue(["clock"], issue.message);
}

/** The file as it is stored for a reset: secrets hashed, including the generated ones. */
function resettableWorld(world: WorldFile, builder: WorldBuilder): WorldFile {
  const copy = plain<object>(world) as Record<string, unknown>;
  for (const { place, digest } of builder.secrets) setAt(copy, place, digest);
  return copy;
}
