// Journal entries for the frames that clients send, and for the closes that refuse them. Source:
// product.md, Journal.
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import type { EntryOutcome, Journal, OpenEntry } from "../../platform/journal.ts";
import type { Owner } from "./sessions/grant.ts";

const opcodeNames = new Map<unknown, string>(
  Object.entries(Opcode).map(([name, op]) => [op, screaming(name)]),
);
const closeNames = new Map<number, string>(
  Object.entries(CloseCode).map(([name, code]) => [code, name]),
);

/** The name of an opcode as the reference writes it: `REQUEST_GUILD_MEMBERS`. */
function screaming(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}

/** The sender of a frame. */
interface Sender {
  readonly owner: Owner | undefined;
  /** An IDENTIFY or RESUME came before, and its answer is not complete yet. */
  readonly isBeginning: boolean;
}

/** The journal entry of the frame that one connection is processing. */
export class FrameJournal {
  readonly #journal: Journal | undefined;
  #current: OpenEntry | undefined;
  /** The outcome of an IDENTIFY or RESUME by an unknown sender: its entry is still open. */
  #outcome: EntryOutcome | undefined;

  constructor(journal: Journal | undefined) {
    this.#journal = journal;
  }

  /** The entry of the last frame, as the cause of what follows from it. */
  get current(): OpenEntry | undefined {
    return this.#current;
  }

  /** Ends and drops the last entry, so that an idle connection keeps none in memory. */
  answered(): void {
    this.#end();
    this.#current = undefined;
  }

  /** Names the sender of the last frame, whose token proved valid. */
  sentBy({ userId, applicationId }: Owner): void {
    this.#current?.actFor(userId, applicationId);
    this.#end();
  }

  /** Records a frame; heartbeats, which carry no information, are left out. */
  received(value: unknown, bytes: number, { owner, isBeginning }: Sender): void {
    if (this.#journal === undefined) return;
    const { op, d } = (value ?? {}) as { readonly op?: unknown; readonly d?: unknown };
    if (op === Opcode.Heartbeat) return isBeginning ? undefined : this.answered();
    this.#end();
    const name = opcodeNames.get(op);
    const draft = {
      kind: "frame",
      name: name ?? "UNKNOWN",
      actor: owner?.userId,
      application: owner?.applicationId,
    } as const;
    const outcome = {
      bytes,
      payload: d,
      ...(name === undefined ? { note: "it could not be read" } : {}),
    };
    const begins = op === Opcode.Identify || op === Opcode.Resume;
    if (owner === undefined && begins) {
      this.#current = this.#journal.begin(draft);
      this.#outcome = outcome;
    } else this.#current = this.#journal.note(draft, outcome);
  }

  #end(): void {
    if (this.#outcome !== undefined) this.#current?.end(this.#outcome);
    this.#outcome = undefined;
  }

  /** Records that the connection is closed, where the close code means a refusal. */
  closed(code: number, reason: string): void {
    this.#end();
    const name = closeNames.get(code);
    if (this.#journal === undefined || name === undefined || code < CloseCode.UnknownError) return;
    const error = { name, code, source: "protocol: gateway-oauth-limits 4.9" };
    const outcome = { refusal: { step: "gateway", error }, note: reason };
    const draft = { kind: "refusal", name: "gateway.close" } as const;
    if (this.#current === undefined) this.#journal.note(draft, outcome);
    else this.#current.note(draft, outcome);
  }
}
