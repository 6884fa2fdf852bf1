// `antechamber world new`, `list` and `rm`: additional worlds of a service.
import type { ControlInput, types } from "@antechamber/sdk/control";
import type { Command } from "commander";
import type { Act } from "../acting.ts";
import type { ClientDeps } from "../deps.ts";
import { wrongFile, wrongUsage } from "../failures.ts";
import { table } from "../output.ts";
import { profiles } from "./limits.ts";
import { withOffers } from "../offers.ts";
import { LIST_MAX, type Session } from "../session.ts";

type Form = NonNullable<ControlInput<"control.worlds.create">["body"]>;

interface Opening {
  readonly from?: string;
  readonly fork?: string;
  readonly snapshot?: string;
  readonly limits?: string;
  readonly seed?: string;
}

export function addWorlds(world: Command, act: Act): void {
  act(
    withOffers(
      world
        .command("new")
        .description("Create another world beside the first, with its own clock, ids and port")
        .argument("<name>", "its name: a-z, 0-9, - and _")
        .option("--from <file>", "start from a world file")
        .option("--fork <world>", "start as a copy of another world")
        .option("--snapshot <snapshot>", "start from this snapshot of the world of --world-name")
        .option("--limits <profile>", "production, unapproved or off")
        .option("--seed <text>", "draw the same ids and secrets each time"),
      { "--limits": profiles },
    ),
    open,
  );
  act(world.command("list").description("List the worlds of the service"), list);
  act(
    world.command("rm").description("Delete a world").argument("<world>", "its name"),
    async (session, _, name = "") => {
      await session.call("control.worlds.delete", { path: { world: name } });
      await list(session);
    },
  );
}

async function open(session: Session, options: Opening, name = ""): Promise<void> {
  const origin = await originOf(session, options);
  const { limits, seed } = options;
  const values = { limits, seed, from: origin };
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const body = { name, ...Object.fromEntries(entries) } as Form;
  const opened = await session.call("control.worlds.create", { body });
  session.out.show(opened, () => table([cells(opened)]));
}

async function originOf({ deps }: Session, options: Opening): Promise<object | undefined> {
  const { from, fork, snapshot } = options;
  if ([from, fork, snapshot].filter((each) => each !== undefined).length > 1) {
    wrongUsage("a world starts from only one of --from, --fork and --snapshot");
  }
  if (from !== undefined) return { world: await worldIn(deps, from) };
  if (fork !== undefined) return { fork };
  return snapshot === undefined ? undefined : { snapshot };
}

/** @throws CommandFailure with every error in the file */
function worldIn({ worldFiles }: ClientDeps, file: string): Promise<unknown> {
  return worldFiles.read(file).catch(wrongFile);
}

async function list(session: Session): Promise<void> {
  const page = await session.call("control.worlds.list", { query: { limit: LIST_MAX } });
  session.out.show(page, () => table(page.items.map(cells)));
}

function cells({ name, url, api, gateway }: types.WorldView): readonly string[] {
  return ["", name, url, `api ${api}`, `gateway ${gateway}`];
}
