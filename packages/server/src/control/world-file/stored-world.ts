// What the store remembers of the world that it was loaded from, and of the clock.
import type { WorldFile } from "@antechamber/contract/control";
import type { ClockState } from "../../platform/clock.ts";
import type { ReadContext } from "../../platform/context.ts";
import { tableOf, type Writer } from "../../platform/store.ts";

/** The world loaded at start, to which a reset goes back; its secrets are hashed. */
export interface WorldRecord {
  readonly name: "world";
  readonly value: WorldFile;
  /** The mode in which the store was loaded; absent in stores of before it was written down. */
  readonly mode?: "development" | "production";
  /** Written by earlier versions, which had no settings beside it: those of what replaced it. */
  readonly replacedBy?: WorldSettings;
}

/** What a world says of limits and of its gateway. */
export type WorldSettings = Pick<WorldFile, "limits" | "gateway">;

/** Those of the world that is there, be it that of the start or another: a world may be large. */
export interface WorldSettingsRecord extends WorldSettings {
  readonly name: "settings";
}

export const worldSettings = tableOf<WorldSettingsRecord>()({
  name: "world_settings",
  key: ({ name }) => name,
});

export const worlds = tableOf<WorldRecord>()({ name: "world", key: (world) => world.name });

/** Where the clock stands between runs. */
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

/** What the world of a store says of limits and of its gateway. */
export async function settingsOfWorld(ctx: Pick<ReadContext, "tx">): Promise<WorldSettings> {
  const settings = await ctx.tx.get(worldSettings, "settings");
  if (settings !== undefined) return settings;
  const world = await loadedWorld(ctx);
  return world?.replacedBy ?? world?.value ?? {};
}

/** How the clock was left, or undefined when it was never touched. */
export async function keptClock(ctx: Pick<ReadContext, "tx">): Promise<ClockState | undefined> {
  const record = await ctx.tx.get(clockStates, "clock");
  if (record === undefined) return undefined;
  const { name: _, ...state } = record;
  return state;
}

/** Writes down how the clock stands, for the next start. */
export function keepClock(tx: Writer, state: ClockState): void {
  tx.put(clockStates, { name: "clock", ...state });
}
