// Questions who may use a command, as things are and as they would be.
import type { Acts } from "./actors/acts.ts";
import { commandName } from "./actors/command-text.ts";
import type { ControlClient } from "./control-client.ts";
import type { DecisionStep } from "./wire-types.ts";

/** Whether a user may use a command in a channel, and why. */
export interface Decision {
  readonly allowed: boolean;
  /** `ALLOWED`, or the reason of the denial. */
  readonly outcome: string;
  /** The number of the step that decided. */
  readonly step: number;
  /** Every step, of a question about things as they are. */
  readonly decision: readonly DecisionStep[];
}

/** What would be otherwise, by names or ids. Source: product.md, Control plane. */
export interface Overlay {
  readonly roles?: Readonly<Record<string, { readonly permissions: readonly string[] | string }>>;
  readonly channels?: Readonly<
    Record<string, { readonly permission_overwrites: readonly object[] }>
  >;
  readonly commands?: Readonly<
    Record<
      string,
      {
        readonly default_member_permissions?: string | null;
        readonly permissions?: readonly object[];
      }
    >
  >;
}

interface Question {
  readonly user: string;
  /** `/ban`. */
  readonly command: string;
  /** `#general`. */
  readonly channel: string;
}

/** Asks the control plane for decisions. */
export class DecisionQueries {
  readonly #control: ControlClient;
  readonly #acts: Acts;

  constructor(control: ControlClient, acts: Acts) {
    this.#control = control;
    this.#acts = acts;
  }

  /** As things are. */
  async ask(question: Question): Promise<Decision> {
    const query = await this.#cell(question);
    const told = await this.#control.call<Omit<Decision, "step">>("GET /decision", { query });
    return { ...told, step: told.decision.at(-1)?.step ?? -1 };
  }

  /** As things would be. */
  async askInstead(question: Question, overlay: Overlay): Promise<Decision> {
    const body = { cells: [await this.#cell(question)], overlay };
    const told = await this.#control.call<{ results: Omit<Decision, "decision">[] }>(
      "POST /decisions",
      { body },
    );
    const [result] = told.results;
    if (result === undefined) throw new Error("the control plane decided nothing");
    return { ...result, decision: [] };
  }

  async #cell({ user, command, channel }: Question) {
    const name = commandName(command);
    const all = await this.#acts.commands(undefined);
    const owner = all.find((each) => each.command.name === name)?.application;
    const application = owner ?? this.#acts.applicationFor(undefined);
    return { user, application, command: name, channel: channel.replace(/^#/, "") };
  }
}
