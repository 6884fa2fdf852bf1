// Queries whether a user may use a command, as things are or under changed permissions.
import type { Acts } from "./actors/acts.ts";
import { commandName, isTyped, writtenName } from "./actors/command-text.ts";
import type { ControlClient } from "./client/control-client.ts";
import { CannotDo, ControlRefusal } from "./client/errors.ts";
import { suggestion } from "./client/nearest.ts";
import { wholeList } from "./client/whole-list.ts";
import type { DecisionStep } from "./client/wire-types.ts";

/** Whether a user may use a command in a channel, and why. */
export interface Decision {
  readonly allowed: boolean;
  /** `ALLOWED`, or the reason of the denial. */
  readonly outcome: string;
  /** The number of the step that decided. */
  readonly step: number;
  /** Every step; empty for a query with an overlay. */
  readonly decision: readonly DecisionStep[];
}

/** Permissions to assume for a query, by names or ids. Source: product.md, Control plane. */
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

/** The errors of a refusal about the names of an overlay. */
type OverlayFaults = Partial<
  Record<
    keyof Overlay,
    Readonly<Record<string, { readonly _errors?: readonly { readonly message: string }[] }>>
  >
>;

/** Options of a decision query. */
export interface DecisionOptions {
  /** The application to use, if several have a command with this name. */
  readonly app?: string;
}

interface Question {
  readonly user: string;
  /** `/ban`, an id, or the name of a menu command. */
  readonly command: string;
  /** `#general`. */
  readonly channel: string;
  readonly app: string | undefined;
}

/** Queries decisions from the control plane. */
export class DecisionQueries {
  readonly #control: ControlClient;
  readonly #acts: Acts;

  constructor(control: ControlClient, acts: Acts) {
    this.#control = control;
    this.#acts = acts;
  }

  /** The decision as things are. */
  async ask(question: Question): Promise<Decision> {
    const query = await this.#cell(question);
    const answer = await this.#control.call<Omit<Decision, "step">>("GET /decision", { query });
    return { ...answer, step: answer.decision.at(-1)?.step ?? -1 };
  }

  /** The decision under an overlay. */
  async askInstead(question: Question, overlay: Overlay): Promise<Decision> {
    const body = { cells: [await this.#cell(question)], overlay };
    const posted = this.#control.call<{ results: Omit<Decision, "decision">[] }>(
      "POST /decisions",
      {
        body,
      },
    );
    const answer = await posted.catch(async (error: unknown) => {
      if (error instanceof ControlRefusal) await this.#refuseUnknown(error, overlay);
      throw error;
    });
    const [result] = answer.results;
    if (result === undefined) throw new Error("the control plane returned no decision");
    return { ...result, decision: [] };
  }

  /** @throws CannotDo for the first name of the overlay that the service does not recognise */
  async #refuseUnknown(refusal: ControlRefusal, overlay: Overlay): Promise<void> {
    const { overlay: faults } = (refusal.errors ?? {}) as { readonly overlay?: OverlayFaults };
    for (const kind of ["roles", "channels", "commands"] as const) {
      const unknown = Object.keys(overlay[kind] ?? {}).find((name) =>
        faults?.[kind]?.[name]?.["_errors"]?.some(({ message }) => message.startsWith("Unknown ")),
      );
      if (unknown === undefined) continue;
      const names = await this.#namesOf(kind);
      const reason = `there is no ${kind.slice(0, -1)} "${unknown}"${suggestion(unknown, names)}`;
      throw new CannotDo(reason, { cause: refusal });
    }
  }

  async #namesOf(kind: keyof Overlay): Promise<readonly string[]> {
    if (kind === "commands") {
      return (await this.#acts.commands(undefined)).map(({ command }) => command.name);
    }
    const entities = await wholeList<{ name?: string }>(this.#control, `GET /${kind}`);
    return entities.flatMap(({ name }) => name ?? []);
  }

  /** @throws CannotDo when no application has such a command, or several have it */
  async #cell({ user, command, channel, app }: Question) {
    const all = await this.#acts.commands(app);
    const named = all.filter(({ command: { name, id } }) => name === command || id === command);
    const typed = all.filter((each) => isTyped(each.command));
    const [found = []] = [
      named.filter((each) => isTyped(each.command)),
      named,
      typed.filter((each) => each.command.name === commandName(command)),
    ].filter((each) => each.length > 0);
    const [first] = found;
    if (first === undefined) {
      const names = [...new Set(all.map((each) => writtenName(each.command)))];
      throw new CannotDo(`no application has the command ${command}${suggestion(command, names)}`);
    }
    this.#acts.refuseSeveral(found, command);
    const { application, command: meant } = first;
    // By name, the service prefers a command of the channel's guild, and a typed one over others.
    const reference = command === meant.id ? meant.id : meant.name;
    return { user, application, command: reference, channel: channel.replace(/^#/, "") };
  }
}
