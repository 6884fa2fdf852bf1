// `antechamber snapshot`: keeps the world under a name, restores it, and shows what changed.
import type { types } from "@antechamber/sdk/control";
import type { Command } from "commander";
import type { Act } from "../acting.ts";
import { exitCodes } from "../failures.ts";
import { table, type Output } from "../output.ts";
import { LIST_MAX, type Session } from "../session.ts";

export function addSnapshot(program: Command, act: Act): void {
  const snapshot = act(
    program.command("snapshot").description("List the snapshots of the world"),
    list,
  );
  act(snapshot.command("list").description("List the snapshots of the world"), list);
  act(
    snapshot
      .command("save")
      .description("Save the world as it is now, its clock included")
      .argument("<snapshot>", "its name"),
    async (session, _, name = "") => {
      const saved = await session.call("control.snapshots.create", { body: { name } });
      session.out.show(saved, () => table([cells(saved)]));
    },
  );
  act(
    snapshot
      .command("restore")
      .description("Restore a snapshot; every gateway session ends")
      .argument("<snapshot>", "its name"),
    async (session, _, name = "") => {
      await session.call("control.snapshots.restore", { path: { name } });
      session.out.show({}, () => [`  the world is as it was in ${name}`]);
    },
  );
  act(
    snapshot.command("rm").description("Delete a snapshot").argument("<snapshot>", "its name"),
    async (session, _, name = "") => {
      await session.call("control.snapshots.delete", { path: { name } });
      await list(session);
    },
  );
  act(
    snapshot
      .command("diff")
      .description("Show what changed since a snapshot; exits with 5 if something did")
      .argument("<snapshot>", "the older one")
      .argument("[to]", "the newer one (default: the world as it is now)"),
    diff,
  );
}

async function list(session: Session): Promise<void> {
  const query = { limit: LIST_MAX };
  const page = await session.call("control.snapshots.list", { query });
  session.out.show(page, () =>
    page.items.length === 0 ? ["  there are no snapshots"] : table(page.items.map(cells)),
  );
}

function cells({ name, at, counts }: types.Snapshot): readonly string[] {
  const counted = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  return ["", name, at, counted.join(", ")];
}

async function diff(session: Session, _: object, name = "", to?: string): Promise<number> {
  const query = to === undefined ? {} : { to };
  const found = await session.call("control.snapshots.diff", { path: { name }, query });
  return showDiff(found, session.out, "nothing changed");
}

/** Prints the differences. @returns the exit code */
export function showDiff(found: types.SnapshotDiff, out: Output, nothing: string): number {
  const count = found.added.length + found.removed.length + found.changed.length;
  out.show(found, () => (count === 0 ? [`  ${nothing}`] : diffLines(found, out)));
  return count === 0 ? exitCodes.done : exitCodes.found;
}

function diffLines(
  { added, removed, changed, cut }: types.SnapshotDiff,
  out: Output,
): readonly string[] {
  return [
    ...added.map((each) => out.paint("green", `  + ${placeOf(each)}`)),
    ...removed.map((each) => out.paint("red", `  - ${placeOf(each)}`)),
    ...changed.map((each) => {
      const { before, after } = each;
      const values = `${JSON.stringify(before) ?? "nothing"} → ${JSON.stringify(after) ?? "nothing"}`;
      return out.paint("yellow", `  ~ ${placeOf(each)}: ${values}`);
    }),
    ...(cut === true ? ["  … and more"] : []),
  ];
}

/** Only the path tells a member of a lobby from one of a guild, which have the same ids. */
function placeOf({ kind, id, path }: types.SnapshotDiff["changed"][number]): string {
  return `${kind} ${id} ${path}`;
}
