// `antechamber replay`: repeats a call, or a whole trace in a copy of the world.
import { RestError, type ControlReply, type types } from "@antechamber/sdk/control";
import type { Command } from "commander";
import type { Act } from "../acting.ts";
import { exitCodes, wrongUsage } from "../failures.ts";
import { formatOf, formats } from "./journal/journal-export.ts";
import { table, type Output } from "../output.ts";
import { withOffers } from "../offers.ts";
import { MAIN_WORLD, type Session } from "../session.ts";
import { exportText } from "../test-files.ts";
import { rootOf } from "./trace.ts";

interface Replaying {
  readonly body?: string;
  readonly as?: string;
  readonly fork?: boolean;
  readonly snapshot?: string;
  readonly in?: string;
  readonly keep?: boolean;
}

export function addReplay(program: Command, act: Act): void {
  act(
    withOffers(
      program
        .command("replay")
        .description("Repeat a call as the same caller, or a whole trace in another world")
        .argument(
          "<id>",
          "id of a journal entry, or of a trace for the call that it began with; for a whole trace, of any part of it",
        )
        .option("--body <json>", "send this body instead")
        .option(
          "--as <format>",
          "print the whole trace instead of calling: curl, har, jsonl, vitest, jest, node or pytest",
        )
        .option("--fork", "repeat the whole trace in a fork of the world as it is now")
        .option("--snapshot <snapshot>", "repeat it in a world made from this snapshot")
        .option("--in <world>", "repeat it in this world, such as a fork taken before")
        .option("--keep", "keep the world of --fork or --snapshot, and print its name"),
      { "--as": formats.filter((each) => each !== "world") },
    ),
    replay,
  );
}

async function replay(
  session: Session,
  options: Replaying,
  reference = "",
): Promise<number | void> {
  const { as, body, fork, snapshot, in: world, keep } = options;
  const targets = [as, fork, snapshot, world].filter((each) => each !== undefined);
  if (targets.length > 1) wrongUsage("replay takes only one of --as, --fork, --snapshot and --in");
  const id = reference.replace(/^#/, "");
  if (as !== undefined) return exportTrace(session, id, as);
  if (targets.length === 1) {
    if (body !== undefined) wrongUsage("--body is for a single call");
    return replayTrace(session, id, options);
  }
  if (keep !== undefined) wrongUsage("--keep is for --fork and --snapshot");
  return replayCall(session, id, body);
}

async function replayCall(session: Session, id: string, json: string | undefined) {
  const body = json === undefined ? {} : { body: jsonOf(json) };
  const path = { entry_id: await callOf(session, id) };
  const answer = await session.call("control.journal.replay", { path, body });
  session.out.show(answer, () => [
    `  ${session.out.paint(answer.status < 400 ? "green" : "red", String(answer.status))}  ${
      answer.body === undefined ? "" : JSON.stringify(answer.body)
    }`,
    session.out.paint("dim", `  antechamber trace ${answer.entry ?? ""}`),
  ]);
}

/**
 * The call that a trace began with, if the id is the trace's own, such as that of an interaction;
 * else the entry with that id, anywhere in its trace.
 */
async function callOf(session: Session, id: string): Promise<string> {
  try {
    const query = { limit: 1 };
    const page = await session.call("control.traces.get", { path: { trace_id: id }, query });
    const [root] = page.items;
    return root?.trace === id && root.kind === "request" ? root.id : id;
  } catch (error) {
    if (error instanceof RestError && error.status === 404) return id;
    throw error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return wrongUsage("--body is not JSON");
  }
}

/** Replays a whole trace. @returns exit code 5 if a call got another status */
async function replayTrace(
  session: Session,
  id: string,
  { in: target, snapshot, keep = false }: Replaying,
): Promise<number> {
  const trace = await rootOf(session, id);
  const world = target ?? (await copyOf(session, snapshot)).name;
  const isTemporary = target === undefined && !keep;
  try {
    const reply = await session.call("control.traces.replay", {
      path: { trace_id: trace },
      body: { in: world },
    });
    session.out.show(reply, () => replayLines(reply, session.out));
    if (keep) session.out.note(`kept as ${world}: antechamber journal --world-name ${world}`);
    return reply.same ? exitCodes.done : exitCodes.found;
  } finally {
    if (isTemporary) await session.control.call("control.worlds.delete", { path: { world } });
  }
}

function copyOf(session: Session, snapshot: string | undefined): Promise<types.WorldView> {
  const from = snapshot === undefined ? { fork: session.worldName ?? MAIN_WORLD } : { snapshot };
  return session.call("control.worlds.create", { body: { from } });
}

function replayLines(
  { same, calls }: ControlReply<"control.traces.replay">,
  out: Output,
): readonly string[] {
  const rows = calls.map(({ name, before, status }) => {
    const isSame = before === status;
    const [mark, now] = isSame ? ["✓", ""] : ["✕", `now ${status}`];
    return [out.paint(isSame ? "green" : "red", `  ${mark}`), name, String(before), now];
  });
  return [
    ...table(rows),
    same
      ? "  every call was answered as before"
      : "  some calls were answered with a different status than before",
  ];
}

async function exportTrace(session: Session, id: string, format: string): Promise<void> {
  const as = formatOf(format);
  const text = await exportText(session, { trace: await rootOf(session, id), as });
  session.out.showDocument(as, text);
}
