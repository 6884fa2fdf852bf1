// A user of the world, who can do what a real user can do, and nothing else.
import { segment, type CallParts } from "../client/control-client.ts";
import { CannotDo } from "../client/errors.ts";
import { suggestion } from "../client/nearest.ts";
import { consent } from "../client/oauth.ts";
import type { InvocationOutcome, Message } from "../client/wire-types.ts";
import type { KnownUser } from "../worlds/recipe.ts";
import type { Acts } from "./acts.ts";
import { buttonIn, optionValuesOf, filledFields, menuIn } from "./controls.ts";
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
 * A user of the world: `world.user("alice")`. Their acts go through the control plane as those of
 * their own client would, and are subject to the same permissions.
 */
export class User implements Person {
  readonly id: string;
  /** The username. */
  readonly name: string;
  /** The token that the user's own client signs in with. */
  readonly token: string;
  /** Lines that a failure of this user ends with; absent: those of the world. */
  readonly notes: (() => readonly string[]) | undefined;
  readonly #acts: Acts;

  readonly #url: string;
  /** The guild in which channel names are looked up by default. */
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
   * The same user, whose channel names are looked up in one guild by default.
   *
   * @param notes the lines that failures in that guild end with
   */
  within(guild: string, notes = this.notes): User {
    const { id, name: username, token } = this;
    return new User({ id, username, token }, this.#acts, { url: this.#url, guild, notes });
  }

  /** The user in a channel: `#general`, a channel's id, or a lobby's. */
  in(
    channel: string,
    { guild = this.#guild }: { readonly guild?: string | undefined } = {},
  ): Place {
    const name = channel.replace(/^#/, "");
    return new Place(this, this.#acts, { channel: name, guild, shown: `#${name}` });
  }

  /** The direct message with another user, or with a bot. */
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
      const chosen = optionValuesOf(component, values);
      const body = { message: message.id, custom_id: component.custom_id, values: chosen };
      return this.#act("select", body, `select ${values.join(", ")}`);
    });
  }

  /** Adds a reaction to a message, or removes it. @throws CannotDo */
  async react(
    shown: Reply | Message,
    emoji: string,
    { remove = false }: { readonly remove?: boolean } = {},
  ): Promise<Message> {
    const { id: message, channel_id: channel } = await this.#seen(shown);
    const body = { channel, message, emoji, ...(remove ? { remove } : {}) };
    return this.call("POST react", { body }, `react with ${emoji}`);
  }

  /**
   * Votes in a poll for these answers, in place of earlier ones; without any, removes the vote.
   *
   * @throws CannotDo
   */
  async vote(shown: Reply | Message, ...answers: readonly string[]): Promise<Message> {
    const { id: message, channel_id: channel, poll } = await this.#seen(shown);
    if (poll === undefined) throw new CannotDo("there is no poll in this message");
    const texts = poll.answers.map(({ poll_media }) => poll_media.text ?? "");
    const unknown = answers.find((each) => !texts.includes(each));
    if (unknown !== undefined) {
      throw new CannotDo(`the poll has no answer "${unknown}"${suggestion(unknown, texts)}`);
    }
    const body = { channel, message, answers };
    return this.call("POST vote", { body }, `vote for ${answers.join(", ")}`);
  }

  /** Submits a modal, with values by label or custom id. @throws CannotDo */
  async submit(
    form: Reply,
    fields: Readonly<Record<string, unknown>>,
    { files }: SubmitOptions = {},
  ): Promise<Reply> {
    if (form.modal === undefined) {
      throw new CannotDo(`there is no modal to submit: the outcome was ${form.outcome}`);
    }
    const { components, title } = form.modal;
    const filled = filledFields(components, fields);
    const body = { interaction: form.interaction, fields: filled, ...encodedFiles(files) };
    return this.#acts.underWay(() => this.#act("submit", body, `submit ${title}`));
  }

  /** The messages in a channel, the newest last. @throws CannotDo if the user cannot see it */
  async view(channel: string, guild?: string): Promise<View> {
    return this.call(
      "GET view",
      { query: { channel, guild, limit: VIEWED_MAX } },
      `see ${channel.startsWith("@") ? "" : "#"}${channel}`,
    );
  }

  /**
   * Accepts the request of a sign-in URL, or of a device: its `verification_uri_complete`.
   *
   * @returns the URL that the browser is redirected to; for a device, its own URL
   * @throws ApiRefusal when it is refused, Error when it requests other scopes than these
   */
  consents(
    address: string,
    options: { readonly scopes?: readonly string[] } = {},
  ): Promise<string> {
    const { token } = this;
    return consent({ url: this.#url, token, address, accept: true, ...options });
  }

  /** Denies the request of a sign-in URL, or of a device. @returns as `consents` does */
  refuses(address: string): Promise<string> {
    return consent({ url: this.#url, token: this.token, address, accept: false });
  }

  /** Revokes the user's authorization of an application. */
  async deauthorize(application: string): Promise<void> {
    await this.call("POST deauthorize", { body: { application } }, `leave ${application}`);
  }

  /** Calls the control plane for this user: `POST click`. */
  call<T>(route: string, parts: CallParts, action: string): Promise<T> {
    const [method, verb] = route.split(" ");
    const path = `/users/${segment(this.id)}/${verb ?? ""}`;
    return this.#acts.call(`${method ?? ""} ${path}`, parts, `${this.name} cannot ${action}`);
  }

  #act(verb: string, body: object, text: string): Promise<Reply> {
    const action = { user: this.name, place: "", text };
    const send = (wait: number) =>
      this.call<InvocationOutcome>(`POST ${verb}`, { body: { ...body, wait } }, text);
    return this.#acts.run(send, { user: this, action, needs: [] });
  }

  /** A message as the user currently sees it. @throws CannotDo if they do not see it */
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
