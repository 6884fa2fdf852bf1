// Handles the requests of identified clients. Those of one session run one after another, and their
// answers are sent in order with its events.
// Source: protocol: gateway-oauth-limits 4.13 to 4.15.
import { ChannelInfo, CloseCode, Opcode, SoundboardSounds } from "@antechamber/contract/gateway";
import { VoiceServerUpdate, VoiceStateUpdate } from "@antechamber/contract/guilds";
import { soundsOf, soundView } from "../../../domains/guilds/soundboard/sound.ts";
import {
  moveVoiceSession,
  leaveVoice,
  moveVoice,
  type VoiceMove,
} from "../../../domains/guilds/voice/operations.ts";
import { channelInfo } from "../../../domains/guilds/voice/channel-info.ts";
import type { Origin } from "../../../platform/journal.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Processes } from "../../../platform/processes.ts";
import { SerialQueue } from "../../../platform/async/serial-queue.ts";
import { TRANSACTION_MS_MAX } from "../../../platform/storage/transaction-timeout.ts";
import type { EventRecord } from "../../../platform/store.ts";
import type { TimeSlicer } from "../../../platform/time/time-slicer.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import type { VoiceServers } from "../../../platform/voice-servers.ts";
import { encodeDispatch, type Encoded } from "../wire/codec.ts";
import type { Presences } from "../presence/presences.ts";
import type { SessionRequest } from "./connection-state.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";
import { unreadable } from "../wire/refusal.ts";
import { AwaitedEvent, type AwaitedEventDeps } from "./awaited-event.ts";
import { memberChunks, rateLimited, type MembersBudget } from "./request-guild-members.ts";
import {
  readChannelInfoRequest,
  readGuildIds,
  readId,
  readMembersRequest,
  readVoiceRequest,
  type ChannelInfoRequest,
} from "./requests.ts";
import { readPresence } from "../presence/own-presence.ts";

export interface RequestDeps extends AwaitedEventDeps {
  readonly work: Pick<Transactions, "read" | "transaction">;
  readonly sessions: Sessions;
  readonly presences: Presences;
  readonly budget: MembersBudget;
  readonly slicer: TimeSlicer;
  readonly log: Pick<Logger, "error">;
  /** Runs a task once every earlier event was delivered. */
  readonly inTurn: (task: () => void) => void;
  readonly voice?: VoiceServers | undefined;
  readonly processes: Pick<Processes, "own">;
}

/** Length in characters of the token for the voice server. */
const VOICE_TOKEN_LENGTH = 16;
/**
 * How long VOICE_SERVER_UPDATE waits for the user's own VOICE_STATE_UPDATE, before it is sent
 * anyway: no transaction of any process that could delay it stays open for longer.
 */
const MOVE_SHOWN_MS = TRANSACTION_MS_MAX;

export class SessionRequests {
  readonly #deps: RequestDeps;
  readonly #queues = new WeakMap<Session, SerialQueue>();
  /** Sessions that may have joined a voice channel. */
  readonly #inVoice = new WeakSet<Session>();

  constructor(deps: RequestDeps) {
    this.#deps = deps;
    deps.sessions.whenEnded((session) => {
      if (this.#inVoice.has(session)) this.#take(session, () => this.#leave(session));
    });
  }

  /** Queues a request; the limit on frames per minute also limits this queue. */
  run(session: Session, request: SessionRequest, origin?: Origin): void {
    this.#take(session, () => this.#answer(session, request, origin));
  }

  /** Resolves once the session has been sent the answers to all its requests so far. */
  async idle(session: Session): Promise<void> {
    await this.#queues.get(session)?.idle();
  }

  /** True for a session that may have joined a voice channel. */
  mayBeInVoice(session: Session): boolean {
    return this.#inVoice.has(session);
  }

  /** Takes over a session that may have joined a voice channel at another process. */
  keepInVoice(session: Session): void {
    this.#inVoice.add(session);
    const { owner, id: sessionId, guildIds } = session;
    const processEpoch = this.#deps.processes.own().epoch;
    this.#take(session, () =>
      this.#deps.work.transaction(async (ctx) => {
        for (const guildId of guildIds) {
          await moveVoiceSession(ctx, { guildId, userId: owner.userId, sessionId, processEpoch });
        }
      }),
    );
  }

  #take(session: Session, work: () => Promise<void>): void {
    const queue = this.#queues.get(session) ?? new SerialQueue();
    this.#queues.set(session, queue);
    queue.run(work).catch((error: unknown) => {
      this.#deps.log.error({ err: error }, "a request of a session failed");
      session.link?.close(CloseCode.UnknownError, "Unknown error.");
    });
  }

  async #answer(
    session: Session,
    { op, d }: SessionRequest,
    origin: Origin | undefined,
  ): Promise<void> {
    switch (op) {
      case Opcode.PresenceUpdate:
        if (this.#deps.sessions.has(session)) this.#deps.presences.set(session, readPresence(d));
        return;
      case Opcode.VoiceStateUpdate:
        return this.#moveVoice(session, d, origin);
      case Opcode.RequestGuildMembers:
        return this.#members(session, d);
      case Opcode.RequestSoundboardSounds:
        return this.#sounds(session, readGuildIds(d));
      case Opcode.RequestChannelStatuses: {
        const guildId = readId(d["guild_id"]);
        if (guildId === undefined) return;
        return this.#channels(session, { guildId, status: true, voiceStartTime: false });
      }
      case Opcode.RequestChannelInfo: {
        const requested = readChannelInfoRequest(d);
        return requested && this.#channels(session, requested);
      }
    }
  }

  #reply(session: Session, events: readonly Encoded[]): void {
    const { sessions, inTurn } = this.#deps;
    inTurn(() => {
      if (!sessions.has(session)) return;
      for (const event of events) session.dispatch(event);
    });
  }

  async #members(session: Session, d: SessionRequest["d"]): Promise<void> {
    const { work, presences, budget, slicer, sessions } = this.#deps;
    const request = readMembersRequest(d);
    if (request === undefined) {
      session.link?.close(unreadable.code, unreadable.reason);
      return;
    }
    const waitMs = budget.take(session.owner.userId, request);
    if (waitMs > 0) return this.#reply(session, [rateLimited(request, waitMs)]);
    const read: typeof work.read = (look) => work.read(look);
    for await (const chunk of memberChunks({ read, slicer, presences }, { session, request })) {
      this.#reply(session, [chunk]);
      if (!sessions.has(session)) return;
    }
  }

  async #channels(session: Session, requested: ChannelInfoRequest): Promise<void> {
    if (!session.isIn(requested.guildId)) return;
    const { userId } = session.owner;
    const channels = await this.#deps.work.read((ctx) =>
      channelInfo(ctx, { ...requested, userId }),
    );
    const info = { guild_id: requested.guildId, channels };
    this.#reply(session, [encodeDispatch(ChannelInfo.name, info)]);
  }

  /** Sends one answer per guild, even without sounds. */
  async #sounds(session: Session, guildIds: readonly string[]): Promise<void> {
    for (const guild_id of guildIds.filter((each) => session.isIn(each))) {
      const sounds = await this.#deps.work.read((ctx) => soundsOf(ctx, guild_id));
      const answer = { guild_id, soundboard_sounds: sounds.map(soundView) };
      this.#reply(session, [encodeDispatch(SoundboardSounds.name, answer)]);
    }
  }

  async #moveVoice(
    session: Session,
    d: SessionRequest["d"],
    origin: Origin | undefined,
  ): Promise<void> {
    const requested = readVoiceRequest(d);
    const { owner, id: sessionId } = session;
    if (requested === undefined || !session.isIn(requested.guildId)) return;
    if (!this.#deps.sessions.has(session)) return;
    this.#inVoice.add(session);
    session.touched();
    const { userId } = owner;
    const processEpoch = this.#deps.processes.own().epoch;
    const { guildId, channelId } = requested;
    const moveEvent = new AwaitedEvent(this.#deps, (event) =>
      isMove(event, { guildId, channelId, userId, sessionId }),
    );
    try {
      const token = await this.#deps.work.transaction(async (ctx) => {
        const hasJoined = await moveVoice(ctx, { ...requested, userId, sessionId, processEpoch });
        const random = Buffer.from(ctx.random.bytes(VOICE_TOKEN_LENGTH / 2)).toString("hex");
        return hasJoined ? random : undefined;
      }, origin);
      if (token === undefined || channelId === undefined) return;
      const { voice } = this.#deps;
      const endpoint = voice?.expect({ guildId, channelId, userId, sessionId, token }) ?? null;
      const server = { token, guild_id: guildId, endpoint };
      // Some clients need their own VOICE_STATE_UPDATE first. The token is in no log.
      await moveEvent.came(MOVE_SHOWN_MS);
      this.#reply(session, [encodeDispatch(VoiceServerUpdate.name, server)]);
    } finally {
      moveEvent.drop();
    }
  }

  /** Removes the user from the voice channel that they joined through the session. */
  async #leave({ owner: { userId }, id: sessionId, guildIds }: Session): Promise<void> {
    await this.#deps.work.transaction(async (ctx) => {
      for (const guildId of guildIds) await leaveVoice(ctx, { guildId, userId, sessionId });
    });
  }
}

/** Whether an event shows that a user is now in a channel through a session. */
function isMove(
  { name, payload }: EventRecord,
  {
    guildId,
    channelId,
    userId,
    sessionId,
  }: Pick<VoiceMove, "guildId" | "channelId" | "userId" | "sessionId">,
): boolean {
  if (name !== VoiceStateUpdate.name) return false;
  const { guild_id, channel_id, user_id, session_id } = payload as Partial<Record<string, unknown>>;
  return (
    guild_id === guildId &&
    channel_id === channelId &&
    user_id === userId &&
    session_id === sessionId
  );
}
