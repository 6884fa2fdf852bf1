// A user's voice session, which may span several connections: its sent frames and received sound.
// Source: protocol: voice 1.
import { limits } from "@antechamber/contract";
import type { Clock, Millis } from "../../platform/clock.ts";
import type { Journal } from "../../platform/journal.ts";
import type { VoiceParticipant } from "../../platform/voice-servers.ts";
import type { SoundSource } from "./sound-socket.ts";

/** A numbered frame, kept for a resume. */
interface Numbered {
  readonly seq: number;
  readonly text: string;
}

/** The connection that frames of a session are sent to. */
export interface VoiceLink {
  send(text: string): void;
  close(code: number, reason: string): void;
}

interface SessionDeps {
  readonly clock: Pick<Clock, "real">;
  readonly journal: Journal | undefined;
}

const SECOND_MS = 1000;

export class VoiceSession implements SoundSource {
  readonly guest: VoiceParticipant;
  readonly ssrc: number;
  readonly secretKey: readonly number[];
  link: VoiceLink | undefined;
  /** Set once the client has selected a protocol, so that its sound counts. */
  isReady = false;
  readonly #deps: SessionDeps;
  readonly #sent: Numbered[] = [];
  #sequence = -1;
  #packets = 0;
  #bytes = 0;
  #windowEnds: Millis = 0;
  #inWindow = 0;

  constructor(
    guest: VoiceParticipant,
    { ssrc, secretKey }: { readonly ssrc: number; readonly secretKey: readonly number[] },
    deps: SessionDeps,
  ) {
    this.guest = guest;
    this.ssrc = ssrc;
    this.secretKey = secretKey;
    this.#deps = deps;
  }

  /** Sends a numbered frame, which is kept for a resume. */
  send(op: number, d: unknown): void {
    this.#sequence += 1;
    const text = JSON.stringify({ op, d, seq: this.#sequence });
    this.#sent.push({ seq: this.#sequence, text });
    if (this.#sent.length > limits.voiceReplay.value) this.#sent.shift();
    this.link?.send(text);
  }

  /** Sends the frames after a number again. @returns false when some of them are gone */
  replay(after: number): boolean {
    const [oldest] = this.#sent;
    if (oldest !== undefined && oldest.seq > after + 1) return false;
    for (const { seq, text } of this.#sent) if (seq > after) this.link?.send(text);
    return true;
  }

  received(bytes: number): void {
    const now = this.#deps.clock.real();
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + SECOND_MS;
      this.#inWindow = 0;
    }
    this.#inWindow += 1;
    if (!this.isReady || this.#inWindow > limits.voicePackets.value) return;
    this.#packets += 1;
    this.#bytes += bytes;
  }

  /** Records the sound since the last call in the journal, if there was any. */
  noteSound(): void {
    if (this.#packets === 0) return;
    const { guildId: guild_id, channelId: channel_id, userId } = this.guest;
    const payload = { guild_id, channel_id, packets: this.#packets, bytes: this.#bytes };
    const note = `${this.#packets} packets of sound, ${this.#bytes} bytes`;
    this.#deps.journal?.note(
      { kind: "frame", name: "VOICE_SOUND", actor: userId },
      { bytes: this.#bytes, payload, note },
    );
    this.#packets = 0;
    this.#bytes = 0;
  }
}
