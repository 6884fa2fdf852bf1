// `antechamber trace`: shows one trace, and why each of its entries happened.
import { RestError, type types } from "@antechamber/sdk/control";
import type { Command } from "commander";
import type { Act } from "../acting.ts";
import { traceLines } from "../journal-lines.ts";
import { LIST_MAX, type Session } from "../session.ts";

export function addTrace(program: Command, act: Act): void {
  act(
    program
      .command("trace")
      .description("Show all entries of a trace, causes before effects")
      .argument("<id>", "id of a trace, an interaction or an entry"),
    trace,
  );
}

async function trace(session: Session, _: object, reference = ""): Promise<void> {
  const page = await wholeTrace(session, reference);
  session.out.show(page, () => traceLines(page.items, session.out).map((line) => `  ${line}`));
}

/** Every entry of a trace, read page by page. */
async function wholeTrace(session: Session, reference: string): Promise<types.JournalPage> {
  let page = await tracePage(session, reference);
  const items = [...page.items];
  const path = { trace_id: items[0]?.trace ?? "" };
  while (page.next !== null) {
    const query = { after: page.next, limit: LIST_MAX };
    page = await session.call("control.traces.get", { path, query });
    items.push(...page.items);
  }
  return { ...page, items };
}

/** The first page of a trace, by its own id or by the id of one of its entries. */
export async function tracePage(session: Session, reference: string): Promise<types.JournalPage> {
  const id = reference.replace(/^#/, "");
  const query = { limit: LIST_MAX };
  try {
    return await session.call("control.traces.get", { path: { trace_id: id }, query });
  } catch (error) {
    if (!(error instanceof RestError) || error.status !== 404) throw error;
    const { trace: root } = await session.call("control.journal.get", { path: { entry_id: id } });
    return session.call("control.traces.get", { path: { trace_id: root }, query });
  }
}

/** The id of a trace, by its own id or by the id of one of its entries. */
export async function rootOf(session: Session, reference: string): Promise<string> {
  const id = reference.replace(/^#/, "");
  const [entry] = (await tracePage(session, id)).items;
  return entry?.trace ?? id;
}
