// Limits of the control plane.
import type { NamedLimit } from "./named-limit.ts";
import { pagingLimits } from "./paging-limits.ts";

const product = "product.md, Control plane";
const bounds = "assumed: bounds what one call can take";
const loads = "assumed: bounds what one machine is asked for";
const HOUR_MS = 3_600_000;

export const controlLimits = {
  ...pagingLimits,
  controlSearch: {
    value: 20_000,
    unit: "items that a search reads for one page; the next page continues from there",
    source: bounds,
  },
  endedConsoleSessions: {
    value: 10_000,
    unit: "sessions of the console that were ended early and are remembered; one more ends all sessions",
    source: bounds,
  },
  clockFollowers: {
    value: 64,
    unit: "programs whose timers follow the clock of a world at once",
    source: bounds,
  },
  clockFollowing: {
    value: 5_000,
    unit: "real milliseconds after which a program that follows the clock asks again",
    source: bounds,
  },
  clockFollowerTurn: {
    value: 1_000,
    unit: "real milliseconds that a program has to run what was due, before the clock goes on",
    source: bounds,
  },
  steeringTurn: {
    value: 30_000,
    unit: "real milliseconds that a process waits until no other moves the clock or replaces the world",
    source: bounds,
  },
  steeringElsewhere: {
    value: 20_000,
    unit: "real milliseconds that a moved clock or another world may take to reach every other process that lives",
    source: bounds,
  },
  faultsElsewhere: {
    value: 1_000,
    unit: "real milliseconds that an active fault, or one more injection of it, may take to reach every other process that lives or starts",
    source: bounds,
  },
  resetElsewhere: {
    value: 1_000,
    unit: "real milliseconds that a reset of limits may take to reach every other process that lives",
    source: bounds,
  },
  sessionsElsewhere: {
    value: 3_000,
    unit: "real milliseconds in which every other process of a service reports its sessions; a process that does not is left out",
    source: bounds,
  },
  worlds: { value: 500, unit: "worlds beside the first", source: bounds },
  worldCredentials: {
    value: 20_000,
    unit: "credentials whose world is remembered",
    source: bounds,
  },
  worldTemplates: {
    value: 32,
    unit: "world files that are cached for copies; the least recently used one is dropped first",
    source: bounds,
  },
  worldTemplateBytes: {
    value: 64 * 1024 * 1024,
    unit: "bytes of all cached world files together",
    source: bounds,
  },
  decisionCells: { value: 10_000, unit: "cells that one call decides", source: product },
  decisionSteps: { value: 100, unit: "cells that are returned with every step", source: bounds },
  cellRoles: { value: 250, unit: "roles of a member that a cell describes", source: bounds },
  overlayChanges: {
    value: 1000,
    unit: "entities, or overwrites of one, in an overlay",
    source: bounds,
  },
  viewedMessages: { value: 100, unit: "messages of a view when no limit is given", source: bounds },
  viewedMessagesMax: { value: 1000, unit: "messages of a view", source: bounds },
  sessionTokenLifetime: {
    value: HOUR_MS,
    unit: "milliseconds for which a token signs in as a user",
    source: product,
  },
  sessionTokens: {
    value: 100,
    unit: "tokens of sessions of one user; the oldest ends when there is one more",
    source: bounds,
  },
  finishedDeliveries: {
    value: 1000,
    unit: "finished deliveries that are listed; for a moment a few more",
    source: bounds,
  },
  finishedDeliveryAge: {
    value: HOUR_MS,
    unit: "milliseconds for which a finished delivery is listed",
    source: "assumed: long enough to look at it, and what it told is not kept for ever",
  },
  snapshots: { value: 100, unit: "snapshots of a world", source: bounds },
  snapshotBytes: {
    value: 1024 * 1024 * 1024,
    unit: "bytes that all snapshots of a world take together",
    source: "assumed: in memory, with SQLite; some forty of ten thousand messages each",
  },
  snapshotChanges: {
    value: 10_000,
    unit: "additions, removals and changes that one comparison lists",
    source: bounds,
  },
  deliveryAttempts: { value: 20, unit: "attempts of a delivery that are listed", source: bounds },
  commandLint: { value: 200, unit: "warnings about a list of commands", source: bounds },
  loadPlayers: { value: 10_000, unit: "players of a load plan", source: loads },
  loadDuration: { value: HOUR_MS, unit: "milliseconds that a load plan runs", source: loads },
  loadRounds: { value: 1_000_000, unit: "rounds of each player of a load plan", source: loads },
  loadSteps: { value: 200, unit: "steps of one list of a load plan", source: loads },
  loadPlanBytes: { value: 1024 * 1024, unit: "bytes of a load plan", source: loads },
} as const satisfies Readonly<Record<string, NamedLimit>>;
