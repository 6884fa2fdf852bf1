// What clients send, as the journal has it, and why a connection was closed for it.
// Source: product.md, Journal.
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import type { EntryOutcome, Journal, OpenEntry } from "../../platform/journal.ts";
import type { Owner } from "./sessions/grant.ts";

const opcodeNames = new Map<unknown, string>(
  Object.entries(Opcode).map(([name, op]) => [op, screaming(name)]),
);
const closeNames = new Map<number, string>(
  Object.entries(CloseCode).map(([name, code]) => [code, name]),
);

/** As the reference's documentation writes the names of opcodes: `REQUEST_GUILD_MEMBERS`. */
function screaming(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}

/** Whose frame it is. */
interface Sender {
  readonly owner: Owner | undefined;
  /** An IDENTIFY or RESUME has come before it, of which something is still to come. */
  readonly isBeginning: boolean;
}

/** The frame of one connection that is being dealt with. */
export class FrameJournal {
  readonly #journal: Journal | undefined;
  #current: OpenEntry | undefined;
  /** Of a frame of which it is not known yet whose it is: its entry is under way. */
  #outcome: EntryOutcome | undefined;

  constructor(journal: Journal | undefined) {
    this.#journal = journal;
  }

  /** What is done because of the frame that came last. */
  get current(): OpenEntry | undefined {
    return this.#current;
  }

  /** Nothing more comes of the last frame: a connection that is quiet for long keeps no entry. */
  answered(): void {
    this.#end();
    this.#current = undefined;
  }

  /** The token of the last frame is good: it is known whose it is. */
  sentBy({ userId, applicationId }: Owner): void {
    this.#current?.actFor(userId, applicationId);
    this.#end();
  }

  /** Writes down a frame; heartbeats, which say nothing, are left out. */
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

  /** Writes down that the connection is closed, where that refuses something. */
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
