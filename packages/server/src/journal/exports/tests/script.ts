// Turns a part of the journal into the script of a test: the acts in order, with their
// expectations.
import { limits } from "@antechamber/contract";
import { NothingPlayed, TestTooLarge } from "@antechamber/contract/control";
import { parseTimestamp } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Entry } from "../../entry.ts";
import { expectationsOf, hasVisibleContent, type Outcome, type OutcomeOf } from "./answers.ts";
import {
  actionOf,
  userOf,
  type PrecedingJournal,
  type ControlledMessage,
  type ShownForm,
} from "./actions.ts";
import { SECOND_MS } from "./durations.ts";
import { NotRepeatable } from "./repeatable-values.ts";
import type { Interactions } from "./interactions.ts";
import { Lobbies, isAboutLobby } from "./lobby-actions.ts";
import type { TestAction, FoundLobby, UserInChannel, Step } from "./model.ts";
import type { Names } from "./names.ts";
import type { Bytes } from "./control-calls.ts";
import { isMenuAction } from "./places.ts";
import { controlsIn, visibleMessage, textIn, type Wire } from "./visible-messages.ts";
import { jsonOf, messageBy, segmentsOf, type Segment } from "./segments.ts";
import type { Reading } from "./texts.ts";
import { Variables } from "./variables.ts";

/**
 * When a running clock advanced by at least this many milliseconds between two acts, the test
 * advances its clock too.
 */
const GAP_MS = 10_000;

/** A message, and where it came from. */
interface MessageState {
  readonly wire: Wire;
  /** The reply whose only message this is. */
  readonly reply: { readonly name: string; readonly user: string } | undefined;
}

/** What is given before the first act of a test. */
export interface ScriptInput {
  readonly reading: Reading;
  /** Messages that existed before the recorded part. */
  readonly messages: readonly Wire[];
  /** The variable names that the test uses for its applications. */
  readonly reservedNames: readonly string[];
  readonly interactions: Interactions;
  readonly outcomeOf: OutcomeOf;
  readonly bytes: Bytes;
}

/** The steps of a test. @throws NothingPlayed, TestTooLarge */
export function stepsOf(entries: readonly Entry[], input: ScriptInput): readonly Step[] {
  const segments = segmentsOf(entries);
  if (segments.length > limits.testActs.value) {
    const message = `${segments.length} acts are too many for one test; at most ${limits.testActs.value}`;
    throw new ApiError(TestTooLarge, { message });
  }
  const steps = new ScriptBuilder(input).steps(segments);
  if (!steps.some(({ action }) => action !== undefined && !isClock(action))) {
    const [reason] = steps.flatMap(({ notes }) => notes);
    const message = [NothingPlayed.message, ...(reason === undefined ? [] : [reason])].join(". ");
    throw new ApiError(NothingPlayed, { message });
  }
  return steps;
}

function isClock({ do: what }: TestAction): boolean {
  return what === "advance" || what === "set";
}

/** What is known so far while acts are processed in order. */
class ScriptBuilder implements PrecedingJournal {
  readonly reading: Reading;
  readonly interactions: Interactions;
  readonly bytes: Bytes;
  readonly lobbies: Lobbies;
  readonly #outcomeOf: OutcomeOf;
  readonly #names: Names;
  readonly #variables: Variables;
  readonly #messages = new Map<string, MessageState>();
  readonly #forms = new Map<string, ShownForm>();
  readonly #tokens = new Set<string>();
  /** Where users have acted, the newest last. */
  readonly #spots: UserInChannel[] = [];

  constructor({ reading, messages, reservedNames, ...input }: ScriptInput) {
    this.reading = reading;
    this.interactions = input.interactions;
    this.bytes = input.bytes;
    this.#outcomeOf = input.outcomeOf;
    this.#variables = new Variables(reservedNames);
    this.lobbies = new Lobbies(this.#variables);
    this.#names = reading.names;
    for (const wire of messages) this.#setMessage(wire, undefined);
  }

  steps(segments: readonly Segment[]): readonly Step[] {
    return segments.flatMap((segment, i) => [
      ...this.#passingOfTime(segments[i - 1]?.act, segment.act),
      this.#step(segment),
    ]);
  }

  message(id: string, user: string): ControlledMessage {
    const message = this.#messages.get(id);
    if (message === undefined) throw new NotRepeatable("its message is older than this part");
    const controls = controlsIn(message.wire["components"]);
    const { reply } = message;
    if (reply !== undefined) {
      return { message: { reply: reply.name, user: reply.user }, controls };
    }
    const visible = visibleMessage(message.wire, this.reading);
    const spot = this.#names.spot(user, String(message.wire["channel_id"]));
    if (spot === undefined || !hasVisibleContent(visible)) {
      throw new NotRepeatable("its message could not be told from others");
    }
    return { message: { visible, spot }, controls };
  }

  form(interaction: string): ShownForm {
    const form = this.#forms.get(interaction);
    if (form === undefined) throw new NotRepeatable("its form was opened before this part");
    return form;
  }

  /** A step that advances the clock by the time that passed on a running clock between two acts. */
  #passingOfTime(earlier: Entry | undefined, later: Entry): readonly Step[] {
    if (earlier === undefined) return [];
    const { from, to } = jsonOf(earlier.payload) ?? {};
    const movedMs = earlier.kind === "clock" ? instant(to) - instant(from) : 0;
    const ms = later.at - earlier.at - movedMs;
    const whole = Math.round(ms / SECOND_MS) * SECOND_MS;
    return ms < GAP_MS ? [] : [{ action: { do: "advance", ms: whole }, expected: [], notes: [] }];
  }

  #step(segment: Segment): Step {
    const { act } = segment;
    const user = userOf(act, this.#names);
    try {
      const action = this.#unlessRepeatedToken(actionOf(act, this));
      if (action !== undefined && "spot" in action) this.#spots.push(action.spot);
      const outcome = this.#outcomeOf(act);
      const reply =
        outcome === undefined ? undefined : this.#variables.add(...titleOf(action, outcome));
      const spotIn = (channel: string, about: Wire) => this.#spotIn(channel, about, user);
      const { reading } = this;
      const earlierMessage = (id: string) => this.#messages.get(id)?.wire;
      const { expected, notes } = expectationsOf(segment, {
        reading,
        outcome,
        spotIn,
        earlierMessage,
      });
      this.#remember(segment, outcome, { reply, user });
      return {
        ...(action === undefined ? {} : { action }),
        ...(reply === undefined ? {} : { reply }),
        expected: [...expected, ...this.#lobbiesOf(segment)],
        notes,
      };
    } catch (error) {
      if (!(error instanceof NotRepeatable)) throw error;
      this.#rememberMessages(segment);
      const who = user === undefined ? "" : ` by ${user}`;
      return { expected: [], notes: [`Left out: ${actName(act)}${who}: ${error.message}.`] };
    }
  }

  /**
   * Skips a repeated token: the value of each token is a secret that the world draws, so one in the
   * test is enough.
   */
  #unlessRepeatedToken(action: TestAction | undefined): TestAction | undefined {
    if (action?.do !== "add" || action.kind !== "tokens") return action;
    const token = JSON.stringify(action.entity);
    const isRepeated = this.#tokens.has(token);
    this.#tokens.add(token);
    return isRepeated ? undefined : action;
  }

  #remember(
    segment: Segment,
    outcome: Outcome | undefined,
    { reply, user }: { readonly reply: string | undefined; readonly user: string | undefined },
  ): void {
    if (outcome !== undefined && reply !== undefined && user !== undefined) {
      const isOnly = outcome.messages.length === 1;
      for (const wire of outcome.messages) {
        this.#setMessage(wire, isOnly ? { name: reply, user } : undefined);
      }
      if (outcome.modal !== undefined && outcome.interaction !== undefined) {
        const controls = controlsIn(outcome.modal["components"]);
        this.#forms.set(outcome.interaction, { reply, controls });
      }
    }
    this.#rememberMessages(segment);
  }

  /** Lobbies that applications created or changed after the act, each in its final state. */
  #lobbiesOf({ otherChanges }: Segment): readonly FoundLobby[] {
    const last = new Map<string, FoundLobby>();
    for (const { entry, isLate } of otherChanges) {
      if (isLate || !isAboutLobby(entry)) continue;
      const found = this.lobbies.expectationOf(entry, this.reading);
      if (found === undefined) continue;
      const isFirst = found.isFirst || last.get(found.lobby)?.isFirst === true;
      last.set(found.lobby, { ...found, isFirst });
    }
    return [...last.values()];
  }

  #rememberMessages({ act, messageChanges }: Segment): void {
    const written = messageBy(act);
    if (written !== undefined) this.#setMessage(written, undefined);
    for (const { message } of messageChanges)
      if (message !== undefined) this.#setMessage(message, undefined);
  }

  /** Records a message in its current state; the message of a reply remains so after an edit. */
  #setMessage(wire: Wire, reply: MessageState["reply"]): void {
    const id = String(wire["id"]);
    const previous = this.#messages.get(id);
    this.#messages.set(id, { wire, reply: reply ?? previous?.reply });
  }

  /**
   * The spot of a user who can see a channel: the one acting, one who acted there before, or the
   * guild's owner.
   */
  #spotIn(channel: string, about: Wire, user: string | undefined): UserInChannel | undefined {
    const acting = user === undefined ? [] : [user];
    const spots = acting.map((each) => this.#names.spot(each, channel));
    const ownSpot = [...spots, ...this.#spots.toReversed()].find(
      (spot) => spot !== undefined && this.#hasActedIn(spot, channel),
    );
    if (ownSpot !== undefined) return ownSpot;
    const isOwn = about["interaction_metadata"] !== undefined;
    const other = isOwn ? user : (this.#names.ownerAt(channel) ?? this.#names.usersIn(channel)[0]);
    return other === undefined ? undefined : this.#names.spot(other, channel);
  }

  #hasActedIn({ user, channel, guild }: UserInChannel, id: string): boolean {
    const there = this.#names.spot(user, id);
    const isThere = there?.channel === channel && there.guild === guild;
    return isThere && this.#spots.some((each) => each.user === user && each.channel === channel);
  }
}

/** A title and a fallback for the variable that holds the result. */
function titleOf(action: TestAction | undefined, { outcome, modal }: Outcome): [string, string] {
  if (outcome === "modal") return [textIn(modal ?? {}, "title"), "form"];
  if (outcome === "autocomplete") return ["choices", "choices"];
  return [action === undefined ? "answer" : usedIn(action), "answer"];
}

/** The command or the control that an action uses. */
function usedIn(action: TestAction): string {
  if (action.do === "run") return action.text.slice(1).split(" ")[0] ?? "";
  if (isMenuAction(action)) return action.command;
  return "control" in action ? action.control : "answer";
}

/** A short name of an act: `click`, or `POST /lobbies/…/messages` with its ids left out. */
function actName({ name, method, url }: Entry): string {
  const [path = ""] = url.split("?");
  if (name.startsWith("control.")) return name.slice("control.".length);
  return method === undefined ? name : `${method} ${path.replaceAll(/\/\d{15,20}/g, "/…")}`;
}

function instant(text: unknown): number {
  return (typeof text === "string" ? parseTimestamp(text) : undefined) ?? 0;
}
