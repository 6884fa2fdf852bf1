// A user's gateway session and REST calls, like those of any client. Its token comes from the
// control plane and lasts an hour; when it expires, another is requested.
import { Opcode } from "@antechamber/contract/opcodes";
import type { CallId, CallInput, CallReply } from "@antechamber/sdk";
import { call } from "../../api/queries.ts";
import { Connection, type Link } from "./connection.ts";
import { after, isCount, nothingSeen, type Seen } from "./seen.ts";
import { put } from "./seen-guilds.ts";
import { isOlder, withEarlier, type Message } from "./seen-messages.ts";

/** All intents, including presences. */
const EVERY_INTENT = 53_608_447;
/** How long a typing indicator is shown, in milliseconds. */
const TYPING_MS = 10_000;
const MEMBERS_MAX = 100;
/** How often the messages of a channel are read again if counts changed in the meantime. */
const READS_MAX = 3;
/** The number of messages that one call reads. */
const READ_MAX = 100;
/** The "first message" of an empty channel: larger than any id, so that no message is earlier. */
const YET_TO_COME = "9".repeat(20);
/** Events after which the user may be able to view more channels. */
const changesViews = /^(CHANNEL|THREAD|GUILD_ROLE|GUILD_MEMBER)_(CREATE|UPDATE)$|^GUILD_CREATE$/;

interface ReceivedEvent {
  readonly name: string;
  readonly d: unknown;
}

export class UserSession {
  readonly user: string;
  readonly listen: Connection["listen"];
  readonly link: () => Link;
  readonly #world: string;
  readonly #connection: Connection;
  #seen: Seen = nothingSeen;
  #turn = 0;
  /** Events of channels whose messages are being read. */
  readonly #reading = new Map<string, ReceivedEvent[]>();
  readonly #unseen = new Map<string, unknown>();
  /** The first message of each channel, as far as it is known. */
  readonly #firsts = new Map<string, string>();

  constructor(world: string, user: string) {
    this.#world = world;
    this.user = user;
    this.#connection = new Connection({
      newToken: async () => (await call(world, "control.session", { path: { user } })).token,
      intents: EVERY_INTENT,
      dispatched: (name, d) => this.#take({ name, d }),
    });
    this.listen = this.#connection.listen;
    this.link = this.#connection.link;
  }

  readonly seen = (): Seen => this.#seen;

  /** Why the messages of a channel cannot be read. */
  problem(channel: string): unknown {
    return this.#unseen.get(channel);
  }

  open(): void {
    this.#connection.open();
  }

  comeBack(): void {
    this.#connection.comeBack();
  }

  close(): void {
    this.#connection.close();
  }

  /** Calls the API as the user. @throws RestError, NetworkError */
  call<I extends CallId>(id: I, input: CallInput<I>): Promise<CallReply<I>> {
    return this.#connection.call(id, input);
  }

  /** Reads the messages of a channel, and keeps ephemeral ones, which only events contain. */
  async read(channel: string): Promise<void> {
    if (this.#reading.has(channel)) return;
    const received: ReceivedEvent[] = [];
    this.#reading.set(channel, received);
    try {
      for (let turn = 1; turn <= READS_MAX; turn += 1) {
        received.length = 0;
        const query = { channel, limit: READ_MAX };
        const view = await call(this.#world, "control.view", { path: { user: this.user }, query });
        this.#seen = { ...this.#seen, messages: put(this.#seen.messages, channel, view.messages) };
        if (view.messages.length < READ_MAX) {
          this.#firsts.set(channel, view.messages[0]?.id ?? YET_TO_COME);
        }
        for (const { name, d } of received) this.#seen = after(this.#seen, name, d);
        if (!received.some(({ name }) => isCount(name))) break;
      }
      this.#unseen.delete(channel);
    } catch (error) {
      this.#unseen.set(channel, error);
    } finally {
      this.#reading.delete(channel);
      this.#connection.changed();
    }
  }

  /** True if there may be earlier messages than the loaded ones. */
  hasEarlier(channel: string): boolean {
    const [known] = this.#seen.messages.get(channel) ?? [];
    const first = this.#firsts.get(channel);
    return known !== undefined && (first === undefined || isOlder(first, known.id));
  }

  /** Reads the messages before a message. @throws RestError, NetworkError */
  async readEarlier(channel: string, { id: before }: Message): Promise<void> {
    const query = { before, limit: READ_MAX };
    const earlier = await this.call("channels.messages", { path: { channel_id: channel }, query });
    const messages = withEarlier(this.#seen.messages.get(channel) ?? [], earlier);
    if (earlier.length < READ_MAX) this.#firsts.set(channel, earlier.at(-1)?.id ?? before);
    this.#seen = { ...this.#seen, messages: put(this.#seen.messages, channel, messages) };
    this.#connection.changed();
  }

  /** Removes a message from this user's view only. */
  dismiss({ id, channel_id }: Message): void {
    this.#seen = after(this.#seen, "MESSAGE_DELETE", { id, channel_id });
    this.#connection.changed();
  }

  show(status: string): void {
    const presence = { since: null, activities: [], status, afk: false };
    this.#connection.request(Opcode.PresenceUpdate, presence);
  }

  /** Joins a voice channel of a guild, or changes the voice state; null leaves it. */
  speak(
    guild: string,
    channel: string | null,
    { isMute, isDeaf }: { readonly isMute: boolean; readonly isDeaf: boolean },
  ): void {
    const own = { self_mute: isMute, self_deaf: isDeaf, self_video: false };
    this.#connection.request(Opcode.VoiceStateUpdate, {
      guild_id: guild,
      channel_id: channel,
      ...own,
    });
  }

  /** Requests members of a guild whose names start with the text. */
  findMembers(guild: string, query: string): void {
    const request = { guild_id: guild, query, limit: MEMBERS_MAX, presences: true };
    this.#connection.request(Opcode.RequestGuildMembers, request);
  }

  #take({ name, d }: ReceivedEvent): void {
    const { channel_id: channel = "", id = "" } = d as { channel_id?: string; id?: string };
    this.#reading.get(channel)?.push({ name, d });
    this.#seen = after(this.#seen, name, d);
    if (name === "READY") for (const known of this.#seen.messages.keys()) void this.read(known);
    if (name === "GUILD_CREATE") this.findMembers(id, "");
    if (name === "TYPING_START") this.#typing(channel, (d as { user_id: string }).user_id);
    if (changesViews.test(name)) for (const each of this.#unseen.keys()) void this.read(each);
    this.#connection.changed();
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
      this.#connection.changed();
    }, TYPING_MS);
  }
}
