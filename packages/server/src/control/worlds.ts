// Opens, lists and closes further worlds beside the first. Source: product.md, Control plane.
import { UnknownWorld } from "@antechamber/contract";
import {
  createWorld,
  deleteWorld,
  getWorldAddress,
  listWorlds,
  type WorldView,
} from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../platform/api-error.ts";
import { handleAsync, noContent, reply, type Binding } from "../platform/handler.ts";
import type { TimeSlicer } from "../platform/time/time-slicer.ts";
import { listBinding } from "./lists/list-binding.ts";
import type { Candidate, ListSource } from "./lists/pager.ts";

export type WorldAddress = Static<typeof WorldView>;

/** The form from which a new world is created. */
export type NewWorldForm = Static<(typeof createWorld)["body"]>;

/** The worlds of a process. */
export interface WorldRegistry {
  names(): readonly string[];
  /** Returns a world's address, or undefined if there is no such world or it was closed meanwhile. */
  find(name: string): Promise<WorldAddress | undefined>;
  /**
   * Opens a world.
   *
   * @param within the name of the world whose snapshots `order` refers to
   * @throws InvalidForm, UnknownWorld, UnknownSnapshot, WorldNameInUse, TooManyWorlds
   */
  create(order: NewWorldForm, within: string): Promise<WorldAddress>;
  /** Closes a world. @throws UnknownWorld, WorldStays */
  remove(name: string): Promise<void>;
}

export interface WorldsDeps {
  readonly worlds: WorldRegistry;
  readonly slicer: TimeSlicer;
  /** The name of the world that these handlers belong to. */
  readonly name: string;
}

export function worldsHandlers({ worlds, slicer, name }: WorldsDeps): readonly Binding[] {
  return [
    handleAsync(createWorld, async (_ctx, { body }) => {
      const order = body();
      refuseTwoOrigins(order);
      return reply(201, await worlds.create(order, name));
    }),
    listBinding(slicer, listWorlds, worldList(worlds)),
    handleAsync(getWorldAddress, async (_ctx, { params }) => {
      const found = await worlds.find(params.world);
      if (found === undefined) throw new ApiError(UnknownWorld);
      return reply(200, found);
    }),
    handleAsync(deleteWorld, async (_ctx, { params }) => {
      await worlds.remove(params.world);
      return noContent;
    }),
  ];
}

function refuseTwoOrigins({ from = {} }: NewWorldForm): void {
  if (Object.keys(from).length <= 1) return;
  const message = "Only one of world, snapshot and fork may be given.";
  throw invalidForm({ path: ["from"], code: "MODEL_TYPE_CONVERT", message });
}

/** Lists worlds by name, so that the cursor stays valid when worlds open or close between pages. */
function worldList(worlds: WorldRegistry): ListSource<WorldAddress> {
  return {
    isCursor: (text) => /^[a-z0-9_-]{1,64}$/.test(text),
    async read(_ctx, { after, limit }) {
      const sorted = worlds.names().toSorted();
      const page: Candidate<WorldAddress>[] = [];
      for (const name of sorted) {
        if (page.length === limit) break;
        const world = after !== undefined && name <= after ? undefined : await worlds.find(name);
        if (world === undefined) continue;
        page.push({ cursor: name, texts: async () => [name], show: async () => world });
      }
      return page;
    },
  };
}
