// What additional worlds start from: a world file, another world, or a snapshot, as bytes of a
// database.
import { limits, UnknownWorld } from "@antechamber/contract";
import type { WorldFile } from "@antechamber/contract/control";
import { isPlainObject, parseTimestamp } from "@antechamber/contract/schema";
import { clockAfterRestore as clockOfSnapshot } from "../control/snapshots/restore.ts";
import type { NewWorldForm } from "../control/worlds.ts";
import { ApiError, invalidForm } from "../platform/api-error.ts";
import type { ClockState, SteerableClock } from "../platform/clock.ts";
import { idWatermarks, type IdWatermark } from "../platform/ids.ts";
import type { MemoryStores } from "../platform/sqlite/memory-copies.ts";
import type { Reader, Store } from "../platform/store.ts";
import { tables } from "../tables.ts";
import type { LimitsInForce } from "./limits-in-force.ts";
import { Templates, type PreparedCopy } from "./templates.ts";
import type { World } from "./world.ts";

/** The initial state of a world. */
export interface Origin {
  readonly bytes: Uint8Array;
  /** Whether no other world uses these bytes. */
  readonly isOnlyOfOne?: boolean;
  readonly clock: ClockState;
  readonly secrets: readonly string[];
  /** The id watermarks to use; absent: those in the bytes. */
  readonly watermarks?: readonly IdWatermark[];
  /** Set if the bytes were copied from a world after its preparation. */
  readonly copied?: PreparedCopy;
  /** Called with the state of the prepared world, so that later copies can skip the preparation. */
  readonly keep?: (prepared: PreparedCopy) => void;
  /** The limits that apply in the source; absent: those of the settings. */
  readonly inForce?: LimitsInForce;
}

/** With a seed and no other clock, the clock is frozen here, since ids depend on the clock. */
const SEEDED_CLOCK = { now: "2026-01-01T00:00:00Z", frozen: true } as const;

/** Worlds that may be copied. */
interface Sources {
  readonly main: () => World;
  readonly named: (name: string) => World | undefined;
}

export class Origins {
  readonly #stores: MemoryStores;
  readonly #templates: Templates;
  readonly #worlds: Sources;

  constructor(stores: MemoryStores, worlds: Sources) {
    this.#stores = stores;
    this.#templates = new Templates(stores);
    this.#worlds = worlds;
  }

  /** @throws InvalidForm, UnknownWorld, UnknownSnapshot */
  async of(order: NewWorldForm, within: string): Promise<Origin> {
    const { from = {} } = order;
    if (from.fork !== undefined) return this.#forked(this.#worlds.named(from.fork), order);
    if (from.snapshot !== undefined) return this.#ofSnapshot(within, from.snapshot, order);
    return this.#loaded(order);
  }

  async #loaded(order: NewWorldForm): Promise<Origin> {
    const file = fileOf(order);
    const systemNow = this.#worlds.main().clock.system();
    const made = await this.#templates.of(file, systemNow);
    if (!made.ok) {
      throw invalidForm(
        ...made.issues.slice(0, limits.worldFaults.value).map((issue) => {
          return { ...issue, path: ["from", "world", ...issue.path] };
        }),
      );
    }
    const { bytes, opened, secrets, clockAt, watermarks } = made.template;
    const clock = clockAt(systemNow);
    const { copied } = opened;
    // Ids start in each copy where they started in the first one.
    if (copied !== undefined) {
      return { bytes: copied.bytes, copied, secrets, clock, watermarks };
    }
    return { bytes, secrets, clock, keep: (prepared) => (opened.copied = prepared) };
  }

  /** A fork of a world's current state; its ids continue after those already issued. */
  async #forked(source: World | undefined, order: NewWorldForm): Promise<Origin> {
    if (source === undefined) throw new ApiError(UnknownWorld);
    await source.ids.keepFloor();
    return {
      bytes: await this.bytesOf(source.store),
      isOnlyOfOne: true,
      clock: clockOf(order, source.clock, source.clock.state()),
      secrets: source.knownSecrets,
      inForce: source.inForce.now(),
    };
  }

  /** A store's current content as bytes; a store without any is copied record by record. */
  async bytesOf(store: Store): Promise<Uint8Array> {
    return (await store.copyBytes?.()) ?? (await store.read((tx) => this.#bytesIn(tx)));
  }

  async #bytesIn(tx: Reader): Promise<Uint8Array> {
    const found: Record<string, readonly object[]> = {};
    for (const table of tables) found[table.name] = await tx.find<object>(table);
    return this.#stores.bytesOf({ tables: found });
  }

  /** The state of a snapshot; ids continue after those issued since, as after a restore. */
  async #ofSnapshot(within: string, name: string, order: NewWorldForm): Promise<Origin> {
    const source = this.#worlds.named(within) ?? this.#worlds.main();
    const snapshot = await source.snapshots.named(name);
    const { stored } = snapshot;
    await source.ids.keepFloor();
    const watermarks = await source.store.read((tx) => tx.find(idWatermarks));
    return {
      bytes: stored.content ?? (await stored.read((tx) => this.#bytesIn(tx))),
      clock: clockOf(order, source.clock, clockOfSnapshot(snapshot, source.clock)),
      secrets: source.knownSecrets,
      watermarks,
    };
  }
}

/** The world file with the settings of the order. */
function fileOf({ from, clock, limits: profile, gateway, seed }: NewWorldForm): WorldFile {
  const worldFile: unknown = from?.world ?? {};
  if (!isPlainObject(worldFile)) {
    const message = "must be an object with the keys clock, users, applications, guilds and so on";
    throw invalidForm({ path: ["from", "world"], code: "MODEL_TYPE_CONVERT", message });
  }
  const seeded = seed === undefined || "clock" in worldFile ? {} : { clock: SEEDED_CLOCK };
  const ofFile = isPlainObject(worldFile["clock"]) ? worldFile["clock"] : {};
  return {
    ...worldFile,
    ...seeded,
    ...(clock === undefined ? {} : { clock: { ...ofFile, ...clock } }),
    ...(profile === undefined ? {} : { limits: profile }),
    ...(gateway === undefined ? {} : { gateway }),
  };
}

/** The clock of a copy: in the state of its source's clock, unless the order sets it. */
function clockOf({ clock }: NewWorldForm, source: SteerableClock, state: ClockState): ClockState {
  if (clock === undefined) return state;
  const shown = state.frozenAt ?? source.system() + state.offsetMs;
  const now = clock.now === undefined ? shown : (parseTimestamp(clock.now) ?? shown);
  return (clock.frozen ?? state.frozen)
    ? { frozen: true, offsetMs: 0, frozenAt: now }
    : { frozen: false, offsetMs: now - source.system() };
}
