// A session of a user with the gateway, and the calls that their client makes: a client like any other.
// Its token comes from the control plane and lasts an hour; another is asked for when it is over.
import {
  ClientStatus,
  GatewayConnection,
  Rest,
  RestError,
  systemEnvironment,
  type CallId,
  type CallInput,
  type CallReply,
} from "@antechamber/sdk";
import { call } from "../../api/queries.ts";
import { after, isCount, nothingSeen, type Seen } from "./seen.ts";
import { put } from "./seen-guilds.ts";
import type { Message } from "./seen-messages.ts";

export interface Link {
  readonly status: "connecting" | "ready" | "lost" | "refused";
  /** Why the service gives no session. */
  readonly error: unknown;
}

/** Opcodes of the gateway. */
const Op = { PRESENCE_UPDATE: 3, VOICE_STATE_UPDATE: 4, REQUEST_GUILD_MEMBERS: 8 } as const;

/** Every event, presences among them. */
const EVERY_INTENT = 53_608_447;
/** Changes that reach those who listen are gathered for so long. */
const GATHER_MS = 10;
const RENEW_MS = 500;
/** How long somebody is shown to write who began to. */
const TYPING_MS = 10_000;
const MEMBERS_MAX = 100;
/** Messages of a channel are read again so often where counts changed meanwhile. */
const READS_MAX = 3;
const UNAUTHORIZED = 401;
/** After these a user may see what they did not see before. */
const changesViews = /^(CHANNEL|THREAD|GUILD_ROLE|GUILD_MEMBER)_(CREATE|UPDATE)$|^GUILD_CREATE$/;

interface Heard {
  readonly name: string;
  readonly d: unknown;
}

export class UserSession {
  readonly user: string;
  readonly #world: string;
  readonly #rest: Rest;
  readonly #gateway: GatewayConnection;
  readonly #listeners = new Set<() => void>();
  #token = "";
  #renewing: Promise<void> | undefined;
  #seen: Seen = nothingSeen;
  #link: Link = { status: "connecting", error: undefined };
  #isOpen = false;
  #isDue = false;
  #turn = 0;
  /** What happens in channels whose messages are being read. */
  readonly #reading = new Map<string, Heard[]>();
  readonly #unseen = new Map<string, unknown>();

  constructor(world: string, user: string) {
    this.#world = world;
    this.user = user;
    this.#rest = new Rest({ baseUrl: location.origin, authorization: () => this.#token });
    this.#gateway = new GatewayConnection({
      environment: systemEnvironment,
      address: () => this.#address(),
      token: () => this.#token,
      intents: EVERY_INTENT,
      dispatched: (name, d) => this.#take({ name, d }),
      changed: (status) => this.#follow(status),
    });
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly seen = (): Seen => this.#seen;

  readonly link = (): Link => this.#link;

  /** Why the messages of a channel cannot be read. */
  problem(channel: string): unknown {
    return this.#unseen.get(channel);
  }

  open(): void {
    this.#isOpen = true;
    this.#gateway.connect();
  }

  close(): void {
    this.#isOpen = false;
    this.#gateway.disconnect();
  }

  /** Calls the API as the user. @throws RestError, NetworkError */
  async call<I extends CallId>(id: I, input: CallInput<I>): Promise<CallReply<I>> {
    if (this.#token === "") await this.#renew();
    try {
      return await this.#rest.call(id, input);
    } catch (error) {
      if (!(error instanceof RestError) || error.status !== UNAUTHORIZED) throw error;
      await this.#renew();
      return this.#rest.call(id, input);
    }
  }

  /** Reads the messages of a channel, with those that are for the user alone. */
  async read(channel: string): Promise<void> {
    if (this.#reading.has(channel)) return;
    const heard: Heard[] = [];
    this.#reading.set(channel, heard);
    try {
      for (let turn = 1; turn <= READS_MAX; turn += 1) {
        heard.length = 0;
        const query = { channel };
        const view = await call(this.#world, "control.view", { path: { user: this.user }, query });
        this.#seen = { ...this.#seen, messages: put(this.#seen.messages, channel, view.messages) };
        for (const { name, d } of heard) this.#seen = after(this.#seen, name, d);
        if (!heard.some(({ name }) => isCount(name))) break;
      }
      this.#unseen.delete(channel);
    } catch (error) {
      this.#unseen.set(channel, error);
    } finally {
      this.#reading.delete(channel);
      this.#changed();
    }
  }

  /** Takes a message away from this user alone. */
  dismiss({ id, channel_id }: Message): void {
    this.#seen = after(this.#seen, "MESSAGE_DELETE", { id, channel_id });
    this.#changed();
  }

  show(status: string): void {
    const presence = { since: null, activities: [], status, afk: false };
    this.#gateway.request(Op.PRESENCE_UPDATE, presence);
  }

  /** Joins a voice channel of a guild, or changes how; null leaves. */
  speak(
    guild: string,
    channel: string | null,
    { isMute, isDeaf }: { readonly isMute: boolean; readonly isDeaf: boolean },
  ): void {
    const own = { self_mute: isMute, self_deaf: isDeaf, self_video: false };
    this.#gateway.request(Op.VOICE_STATE_UPDATE, { guild_id: guild, channel_id: channel, ...own });
  }

  /** Asks for members of a guild whose names begin so. */
  findMembers(guild: string, query: string): void {
    const asked = { guild_id: guild, query, limit: MEMBERS_MAX, presences: true };
    this.#gateway.request(Op.REQUEST_GUILD_MEMBERS, asked);
  }

  #take({ name, d }: Heard): void {
    const { channel_id: channel = "", id = "" } = d as { channel_id?: string; id?: string };
    this.#reading.get(channel)?.push({ name, d });
    this.#seen = after(this.#seen, name, d);
    if (name === "READY") for (const known of this.#seen.messages.keys()) void this.read(known);
    if (name === "GUILD_CREATE") this.findMembers(id, "");
    if (name === "TYPING_START") this.#typing(channel, (d as { user_id: string }).user_id);
    if (changesViews.test(name)) for (const each of this.#unseen.keys()) void this.read(each);
    this.#changed();
  }

  #typing(channel: string, user: string): void {
    if (user === this.#seen.me?.id) return;
    this.#turn += 1;
    const turn = this.#turn;
    const others = this.#seen.typing.filter(
      (each) => each.channel !== channel || each.user !== user,
    );
    this.#seen = { ...this.#seen, typing: [...others, { channel, user, turn }] };
    setTimeout(() => {
      const typing = this.#seen.typing.filter((each) => each.turn !== turn);
      this.#seen = { ...this.#seen, typing };
      this.#changed();
    }, TYPING_MS);
  }

  #follow(status: ClientStatus): void {
    if (!this.#isOpen) return;
    if (status === ClientStatus.Ready) this.#become("ready");
    else if (status === ClientStatus.Reconnecting) this.#become("lost");
    else if (status === ClientStatus.Disconnected) void this.#beginAnew();
  }

  /** The token is over, or the world is another: with a new one, all begins anew. */
  async #beginAnew(): Promise<void> {
    this.#become("lost");
    await new Promise((resolve) => {
      setTimeout(resolve, RENEW_MS);
    });
    if (!this.#isOpen) return;
    try {
      await this.#renew();
      if (this.#isOpen) this.#gateway.connect();
    } catch (error) {
      if (error instanceof RestError) return this.#become("refused", error);
      await this.#beginAnew();
    }
  }

  async #address(): Promise<string> {
    try {
      if (this.#token === "") await this.#renew();
    } catch (error) {
      if (error instanceof RestError) this.#refuse(error);
      throw error;
    }
    return `${location.origin.replace(/^http/, "ws")}/gateway/`;
  }

  #refuse(error: RestError): void {
    this.#isOpen = false;
    this.#gateway.disconnect();
    this.#become("refused", error);
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#newToken().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #newToken(): Promise<void> {
    const { token } = await call(this.#world, "control.session", { path: { user: this.user } });
    this.#token = token;
  }

  #become(status: Link["status"], error?: unknown): void {
    this.#link = { status, error };
    this.#changed();
  }

  #changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      for (const listener of this.#listeners) listener();
    }, GATHER_MS);
  }
}
