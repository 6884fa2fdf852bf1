// A person of the world, who can do what that person could do and nothing else.
import { segment, type CallParts } from "../client/control-client.ts";
import { CannotDo } from "../client/errors.ts";
import { consent } from "../client/oauth.ts";
import type { InvocationOutcome, Message } from "../client/wire-types.ts";
import type { KnownUser } from "../worlds/recipe.ts";
import type { Acts } from "./acts.ts";
import { buttonIn, chosenIn, filledFields, menuIn } from "./controls.ts";
import { encodedFiles } from "./files.ts";
import { Place, type Person, type View } from "./place.ts";
import { messageOf, type Reply, type SubmitOptions } from "./reply.ts";

/** Messages of a channel that a user looks back to: as many as a view has. */
const VIEWED_MAX = 1000;

interface UserOptions {
  readonly url: string;
  readonly guild?: string;
  readonly notes?: (() => readonly string[]) | undefined;
}

/**
 * A user of the world: `world.user("alice")`. They act through the control plane as their own
 * client would, and are held to the same permissions.
 */
export class User implements Person {
  readonly id: string;
  /** Their username. */
  readonly name: string;
  /** What their own client signs in with. */
  readonly token: string;
  /** What a failure of theirs tells after what happened; absent: what the world's others do. */
  readonly notes: (() => readonly string[]) | undefined;
  readonly #acts: Acts;

  readonly #url: string;
  /** The guild whose channels they mean, where they do not say which. */
  readonly #guild: string | undefined;

  constructor({ id, username, token }: KnownUser, acts: Acts, { url, guild, notes }: UserOptions) {
    this.id = id;
    this.name = username;
    this.token = token;
    this.notes = notes;
    this.#acts = acts;
    this.#url = url;
    this.#guild = guild;
  }

  /**
   * The same person, who means channels of one guild where they do not say which.
   *
   * @param notes what a failure of theirs there tells after what happened
   */
  within(guild: string, notes = this.notes): User {
    const { id, name: username, token } = this;
    return new User({ id, username, token }, this.#acts, { url: this.#url, guild, notes });
  }

  /** Where they act from now on: `#general`, a channel's id, or a lobby's. */
  in(
    channel: string,
    { guild = this.#guild }: { readonly guild?: string | undefined } = {},
  ): Place {
    const name = channel.replace(/^#/, "");
    return new Place(this, this.#acts, { channel: name, guild, shown: `#${name}` });
  }

  /** The direct message with somebody, or with a bot. */
  dm(other: string): Place {
    const shown = `@${other.replace(/^@/, "")}`;
    return new Place(this, this.#acts, { channel: shown, guild: undefined, shown });
  }

  /** Clicks a button by its label or custom id. @throws CannotDo */
  click(shown: Reply | Message, button: string): Promise<Reply> {
    return this.#acts.underWay(async () => {
      const message = await this.#seen(shown);
      const custom_id = buttonIn(message.components ?? [], button);
      return this.#act("click", { message: message.id, custom_id }, `click ${button}`);
    });
  }

  /** Chooses in a menu by its placeholder or custom id. @throws CannotDo */
  select(shown: Reply | Message, menu: string, ...values: readonly string[]): Promise<Reply> {
    return this.#acts.underWay(async () => {
      const message = await this.#seen(shown);
      const component = menuIn(message.components ?? [], menu);
      const chosen = chosenIn(component, values);
      const body = { message: message.id, custom_id: component.custom_id, values: chosen };
      return this.#act("select", body, `select ${values.join(", ")}`);
    });
  }

  /** Reacts to a message with an emoji, or takes that back. @throws CannotDo */
  async react(
    shown: Reply | Message,
    emoji: string,
    { remove = false }: { readonly remove?: boolean } = {},
  ): Promise<Message> {
    const { id: message, channel_id: channel } = await this.#seen(shown);
    const body = { channel, message, emoji, ...(remove ? { remove } : {}) };
    return this.call("POST react", { body }, `react with ${emoji}`);
  }

  /** Fills in a form by labels or custom ids. @throws CannotDo */
  async submit(
    form: Reply,
    fields: Readonly<Record<string, unknown>>,
    { files }: SubmitOptions = {},
  ): Promise<Reply> {
    if (form.modal === undefined) {
      throw new CannotDo(`there is no form to fill in: the answer was ${form.outcome}`);
    }
    const { components, title } = form.modal;
    const filled = filledFields(components, fields);
    const body = { interaction: form.interaction, fields: filled, ...encodedFiles(files) };
    return this.#acts.underWay(() => this.#act("submit", body, `submit ${title}`));
  }

  /** What they see in a channel, newest last. @throws CannotDo when they do not see it */
  async view(channel: string, guild?: string): Promise<View> {
    return this.call(
      "GET view",
      { query: { channel, guild, limit: VIEWED_MAX } },
      `see ${channel.startsWith("@") ? "" : "#"}${channel}`,
    );
  }

  /**
   * Accepts what a sign-in address asks for, and gives where the browser goes next.
   *
   * @throws Error when it asks for other scopes than these
   */
  consents(address: string, wish: { readonly scopes?: readonly string[] } = {}): Promise<string> {
    const { token } = this;
    return consent({ url: this.#url, token, address, accept: true, ...wish });
  }

  /** Refuses what a sign-in address asks for, and gives where the browser goes next. */
  refuses(address: string): Promise<string> {
    return consent({ url: this.#url, token: this.token, address, accept: false });
  }

  /** Takes back what they allowed an application. */
  async deauthorize(application: string): Promise<void> {
    await this.call("POST deauthorize", { body: { application } }, `leave ${application}`);
  }

  /** A call of the control plane for this user: `POST click`. */
  call<T>(route: string, parts: CallParts, deed: string): Promise<T> {
    const [method, verb] = route.split(" ");
    const path = `/users/${segment(this.id)}/${verb ?? ""}`;
    return this.#acts.call(`${method ?? ""} ${path}`, parts, `${this.name} cannot ${deed}`);
  }

  #act(verb: string, body: object, text: string): Promise<Reply> {
    const deed = { user: this.name, place: "", text };
    const send = (wait: number) =>
      this.call<InvocationOutcome>(`POST ${verb}`, { body: { ...body, wait } }, text);
    return this.#acts.run(send, { user: this, deed, needs: [] });
  }

  /** A message as it is now for this user. @throws CannotDo when they do not see it */
  async #seen(shown: Reply | Message): Promise<Message> {
    const { id, channel_id } = messageOf(shown);
    const unseen = new CannotDo(`${this.name} cannot see this message`);
    const view = await this.view(channel_id).catch(() => {
      throw unseen;
    });
    const message = view.messages.find((each) => each.id === id);
    if (message === undefined) throw unseen;
    return message;
  }
}
