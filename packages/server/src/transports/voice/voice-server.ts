// The voice gateway of a world: users who joined a voice channel connect to it, and are announced
// to each other. Their sound is counted, but not forwarded. Source: protocol: voice 1, 3.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { limits } from "@antechamber/contract";
import { VoiceCloseCode, VoiceOpcode } from "@antechamber/contract/gateway";
import { WebSocketServer } from "ws";
import type { Clock } from "../../platform/clock.ts";
import { sameSecret } from "../../platform/crypto.ts";
import { GUARDED_VOICE } from "../../platform/network/guarded-names.ts";
import { refuseUpgrade } from "../../platform/network/refuse-upgrade.ts";
import type { Journal } from "../../platform/journal.ts";
import type { Random } from "../../platform/random.ts";
import type { EventLog } from "../../platform/store.ts";
import type { VoiceParticipant, VoiceServers } from "../../platform/voice-servers.ts";
import type { VoiceProof } from "./frames.ts";
import { SoundSocket } from "./sound-socket.ts";
import { OLDEST_VERSION, VoiceConnection, type ConnectionHost } from "./voice-connection.ts";
import { VoiceSession } from "./voice-session.ts";

/** Longest message in bytes; the rest of a longer one is not even read. */
const MESSAGE_MAX_BYTES = 16_384;
const KEY_BYTES = 32;
const NEWEST_VERSION = 8;

/** The type definitions do not have `closeTimeout` yet. */
const serverOptions = {
  noServer: true,
  maxPayload: MESSAGE_MAX_BYTES,
  closeTimeout: limits.closeWait.value,
};

export interface VoiceServerDeps {
  readonly clock: Pick<Clock, "real" | "after">;
  readonly random: Random;
  readonly events: Pick<EventLog, "follow">;
  readonly journal: Journal | undefined;
}

/** A user who may connect, and their session once it has begun. */
interface Expected {
  readonly guest: VoiceParticipant;
  session?: VoiceSession;
}

export class VoiceServer implements VoiceServers, ConnectionHost {
  readonly clock: VoiceServerDeps["clock"];
  readonly #deps: VoiceServerDeps;
  readonly #ws = new WebSocketServer(serverOptions);
  readonly #sound = new SoundSocket();
  /** By guild and user. */
  readonly #expected = new Map<string, Expected>();
  readonly #unfollow: () => void;
  #connections = 0;
  #lastSsrc = 0;

  constructor(deps: VoiceServerDeps) {
    this.#deps = deps;
    this.clock = deps.clock;
    this.#unfollow = deps.events.follow((events) => {
      for (const { name, payload } of events) {
        if (name === "VOICE_STATE_UPDATE") this.#moved(payload as MovedUser);
      }
    });
  }

  expect(guest: VoiceParticipant): string {
    const key = keyOf(guest);
    this.#end(key, "Connect anew.");
    this.#expected.set(key, { guest });
    if (this.#expected.size > limits.voiceSessions.value) {
      const [oldest] = this.#expected.keys();
      if (oldest !== undefined) this.#end(oldest, "Too many sessions.");
    }
    return GUARDED_VOICE;
  }

  /** Handles an upgrade request for voice. @returns false for any other request */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const { host = "" } = request.headers;
    if (host.replace(/:[0-9]+$/, "") !== GUARDED_VOICE.replace(/:[0-9]+$/, "")) return false;
    if (this.#connections >= limits.voiceSessions.value) {
      refuseUpgrade(socket, "503 Service Unavailable");
      return true;
    }
    this.#ws.handleUpgrade(request, socket, head, (ws) => {
      this.#connections += 1;
      ws.on("error", () => undefined);
      ws.on("close", () => {
        this.#connections -= 1;
      });
      const [, query] = (request.url ?? "").split("?", 2);
      const named = new URLSearchParams(query).get("v");
      const version = Number(named ?? OLDEST_VERSION);
      if (version >= OLDEST_VERSION && version <= NEWEST_VERSION) {
        return void new VoiceConnection(ws, named === null ? undefined : version, this);
      }
      ws.close(VoiceCloseCode.BadRequest, "Bad request.");
    });
    return true;
  }

  begin(proof: VoiceProof): VoiceSession | number {
    const expected = this.#proven(proof);
    if (typeof expected === "number") return expected;
    if (proof.userId !== expected.guest.userId) return VoiceCloseCode.AuthenticationFailed;
    if (expected.session !== undefined) this.#replace(expected.session);
    this.#lastSsrc += 1;
    const secretKey = [...this.#deps.random.bytes(KEY_BYTES)];
    const session = new VoiceSession(
      expected.guest,
      { ssrc: this.#lastSsrc, secretKey },
      this.#deps,
    );
    expected.session = session;
    this.#sound.add(session.ssrc, session);
    return session;
  }

  /** Otherwise its connection would stay open, and be shown in a channel that its user has left. */
  #replace(session: VoiceSession): void {
    this.#forget(session);
    session.link?.close(VoiceCloseCode.SessionNoLongerValid, "Connected elsewhere.");
  }

  resume(proof: VoiceProof): VoiceSession | number {
    const expected = this.#proven(proof);
    if (typeof expected === "number") return expected;
    return expected.session ?? VoiceCloseCode.SessionNoLongerValid;
  }

  soundAddress() {
    return this.#sound.address();
  }

  entered(session: VoiceSession): void {
    const others = this.#othersWith(session);
    for (const other of others) {
      other.send(VoiceOpcode.ClientsConnect, { user_ids: [session.guest.userId] });
    }
    if (others.length === 0) return;
    const user_ids = others.map(({ guest }) => guest.userId);
    session.send(VoiceOpcode.ClientsConnect, { user_ids });
  }

  spoke(session: VoiceSession, speaking: number): void {
    if (speaking === 0) session.noteSound();
    const payload = { user_id: session.guest.userId, ssrc: session.ssrc, speaking };
    for (const other of this.#othersWith(session)) other.send(VoiceOpcode.Speaking, payload);
  }

  lost(session: VoiceSession): void {
    session.noteSound();
    this.clock.after(limits.voiceRetention.value, () => {
      const expected = this.#expected.get(keyOf(session.guest));
      if (session.link !== undefined || expected?.session !== session) return;
      this.#forget(session);
      delete expected.session;
    });
  }

  /** Disconnects everyone: the world was replaced. */
  reset(): void {
    for (const key of this.#expected.keys()) this.#end(key, "Disconnected.");
  }

  /** Closes all connections: the world is gone, or the service stops. */
  async stop(): Promise<void> {
    this.#unfollow();
    this.reset();
    for (const ws of this.#ws.clients) ws.close(VoiceCloseCode.Disconnected, "Disconnected.");
    this.#ws.close();
    await this.#sound.close();
  }

  #proven({ guildId, sessionId, token, userId }: VoiceProof): Expected | number {
    const all = [...this.#expected.values()].filter(({ guest }) => guest.guildId === guildId);
    if (all.length === 0) return VoiceCloseCode.ServerNotFound;
    const found = all.find(({ guest }) => sameSecret(token, guest.token));
    if (found === undefined) return VoiceCloseCode.AuthenticationFailed;
    const isTheirs = userId === undefined || userId === found.guest.userId;
    if (!isTheirs) return VoiceCloseCode.AuthenticationFailed;
    return found.guest.sessionId === sessionId ? found : VoiceCloseCode.SessionNoLongerValid;
  }

  /** Disconnects users who leave the channel that they were expected in. */
  #moved({ guild_id: guildId, user_id: userId, channel_id: channelId }: MovedUser): void {
    const key = keyOf({ guildId, userId });
    const expected = this.#expected.get(key);
    if (expected === undefined || expected.guest.channelId === channelId) return;
    this.#end(key, "Disconnected.");
  }

  #othersWith({ guest, ssrc }: VoiceSession): readonly VoiceSession[] {
    const sessions = [...this.#expected.values()].flatMap(({ session }) => session ?? []);
    return sessions.filter(
      (each) => each.isReady && each.ssrc !== ssrc && each.guest.channelId === guest.channelId,
    );
  }

  #end(key: string, reason: string): void {
    const expected = this.#expected.get(key);
    this.#expected.delete(key);
    const session = expected?.session;
    if (session === undefined) return;
    this.#forget(session);
    session.link?.close(VoiceCloseCode.Disconnected, reason);
  }

  #forget(session: VoiceSession): void {
    session.noteSound();
    this.#sound.remove(session.ssrc);
    if (!session.isReady) return;
    session.isReady = false;
    const { userId: user_id } = session.guest;
    for (const other of this.#othersWith(session)) {
      other.send(VoiceOpcode.ClientDisconnect, { user_id });
    }
  }
}

interface MovedUser {
  readonly guild_id: string;
  readonly user_id: string;
  readonly channel_id: string | null;
}

function keyOf({ guildId, userId }: Pick<VoiceParticipant, "guildId" | "userId">): string {
  return `${guildId}:${userId}`;
}
