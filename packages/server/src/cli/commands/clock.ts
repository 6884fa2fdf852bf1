// `antechamber clock`: shows and moves the world's clock, and lists what falls due.
import type { ControlReply } from "@antechamber/sdk/control";
import type { Command } from "commander";
import type { Act } from "../acting.ts";
import { isoOf, writtenInstantOf } from "../durations.ts";
import { instantText } from "../environment.ts";
import { wrongUsage } from "../failures.ts";
import { newestEntry } from "./journal/journal.ts";
import { entryLine } from "../journal-lines.ts";
import type { Session } from "../session.ts";

type Clock = ControlReply<"control.clock.get">;

/** The most upcoming jobs that are shown. */
const JOBS_SHOWN = 5;
/** The most effects that are listed. */
const EFFECTS_MAX = 200;

export function addClock(program: Command, act: Act): void {
  const clock = act(
    program.command("clock").description("Show the world's clock, and what falls due next"),
    show,
  );
  act(clock.command("freeze").description("Freeze the clock"), (session) =>
    moveClock(session, { frozen: true }),
  );
  act(clock.command("release").description("Let a frozen clock run again"), (session) =>
    moveClock(session, { frozen: false }),
  );
  act(
    clock
      .command("set")
      .description("Set the clock to an instant; unless frozen, it runs on from there")
      .argument("<instant>", "such as 2026-11-21T12:00:00Z"),
    (session, _, text = "") => moveClock(session, { now: writtenInstant(text) }),
  );
  act(
    clock
      .command("advance")
      .description("Advance the clock, and list what fell due on the way")
      .argument("<duration>", "15m, 1h30m, PT15M"),
    (session, _, text = "") => advanceClock(session, isoOf(text)),
  );
  act(
    clock
      .command("next")
      .description("Advance the clock to what falls due next, and list what happened"),
    (session) => advanceClock(session, "next"),
  );
}

export function writtenInstant(text: string): string {
  const at = writtenInstantOf(text);
  if (Number.isNaN(at)) wrongUsage(`"${text}" is not an instant such as 2026-11-21T12:00:00Z`);
  return instantText(at);
}

function clockLine({ now, frozen }: Clock): string {
  return `  ${now}  ${frozen ? "frozen" : "running"}`;
}

export async function show(session: Session): Promise<void> {
  const clock = await session.call("control.clock.get");
  const { items } = session.out.isJson
    ? { items: [] }
    : await session.call("control.jobs.list", { query: { limit: JOBS_SHOWN } });
  session.out.show(clock, () => [
    clockLine(clock),
    ...items.map(({ at, kind, subject }) => `  due ${at}  ${kind} ${subject ?? ""}`.trimEnd()),
  ]);
}

export async function moveClock(
  session: Session,
  body: { frozen?: boolean; now?: string },
): Promise<void> {
  const clock = await session.call("control.clock.move", { body });
  session.out.show(clock, () => [clockLine(clock)]);
}

export async function advanceClock(session: Session, advance: string): Promise<void> {
  const before = (await newestEntry(session)) ?? "0";
  const clock = await session.call("control.clock.move", { body: { advance } });
  const query = { after: before, limit: EFFECTS_MAX };
  const { items, next } = session.out.isJson
    ? { items: [], next: null }
    : await session.call("control.journal.list", { query });
  // The move itself is not one of its effects.
  const effects = items.filter(
    ({ name, kind }) => kind !== "clock" && !name.startsWith("control."),
  );
  session.out.show(clock, () => [
    clockLine(clock),
    ...(effects.length === 0 ? ["  nothing fell due"] : []),
    ...effects.map((entry) => `  ${entryLine(entry, session.out)}`),
    ...(next === null ? [] : ["  … and more: `antechamber journal` lists them"]),
  ]);
}
