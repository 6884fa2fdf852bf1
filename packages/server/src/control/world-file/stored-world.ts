// What the store remembers of the world that it was loaded from, and of the clock.
import type { WorldFile } from "@antechamber/contract/control";
import type { ClockState } from "../../platform/clock.ts";
import type { ReadContext } from "../../platform/context.ts";
import { tableOf, type Writer } from "../../platform/store.ts";

/** The world loaded at start, to which a reset goes back; its secrets are hashed. */
export interface WorldRecord {
  readonly name: "world";
  readonly value: WorldFile;
  /** The mode in which the store was loaded; absent in stores from before it was recorded. */
  readonly mode?: "development" | "production";
  /**
   * The settings of the world that replaced this one, in stores of earlier versions, which have no
   * settings record.
   */
  readonly replacedBy?: WorldSettings;
}

/** A world's settings for limits and its gateway. */
export type WorldSettings = Pick<WorldFile, "limits" | "gateway">;

/** The settings of the current world, in a record of their own because a world file may be large. */
export interface WorldSettingsRecord extends WorldSettings {
  readonly name: "settings";
}

export const worldSettings = tableOf<WorldSettingsRecord>()({
  name: "world_settings",
  key: ({ name }) => name,
});

export const worlds = tableOf<WorldRecord>()({ name: "world", key: (world) => world.name });

/** The state of the clock between runs. */
export interface ClockRecord extends ClockState {
  readonly name: "clock";
}

export const clockStates = tableOf<ClockRecord>()({
  name: "clock_state",
  key: (clock) => clock.name,
});

/** The world that a store was loaded from, or undefined for a store that was never loaded. */
export function loadedWorld(ctx: Pick<ReadContext, "tx">): Promise<WorldRecord | undefined> {
  return ctx.tx.get(worlds, "world");
}

/** The settings of the store's current world. */
export async function settingsOfWorld(ctx: Pick<ReadContext, "tx">): Promise<WorldSettings> {
  const settings = await ctx.tx.get(worldSettings, "settings");
  if (settings !== undefined) return settings;
  const world = await loadedWorld(ctx);
  return world?.replacedBy ?? world?.value ?? {};
}

/** The stored state of the clock, or undefined if it was never changed. */
export async function storedClock(ctx: Pick<ReadContext, "tx">): Promise<ClockState | undefined> {
  const record = await ctx.tx.get(clockStates, "clock");
  if (record === undefined) return undefined;
  const { name: _, ...state } = record;
  return state;
}

/** Stores the state of the clock for the next start. */
export function storeClock(tx: Writer, state: ClockState): void {
  tx.put(clockStates, { name: "clock", ...state });
}
