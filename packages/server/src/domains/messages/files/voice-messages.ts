// Messages that are one recording and nothing else.
// Source: protocol: commands-and-interactions 6.1 for the flag; the rules are the reference's.
import {
  MessageFlag,
  VoiceMessageWithContent,
  VoiceMessageWithoutMetadata,
  VoiceMessageWithoutSound,
} from "@antechamber/contract/messages";
import { ApiError } from "../../../platform/api-error.ts";
import { filenameOf, type NewFile } from "./attachment.ts";
import { contentTypeOf } from "./file-names.ts";

/** What could stand in a message beside a recording, and the recording. */
interface Recording {
  readonly content: string;
  readonly embeds: readonly object[];
  readonly components: readonly object[];
  readonly newPoll?: object;
  readonly stickers?: readonly object[];
  readonly files?: { readonly added: readonly NewFile[] };
}

/** True for a message, or a form, with the flag of those that are one recording. */
export function isVoiceMessage({ flags }: { readonly flags?: number | undefined }): boolean {
  return ((flags ?? 0) & MessageFlag.IS_VOICE_MESSAGE) !== 0;
}

/**
 * Refuses a voice message that is more or less than a recording of which it states the length and
 * the shape.
 *
 * @throws VoiceMessageWithContent, VoiceMessageWithoutSound, VoiceMessageWithoutMetadata
 */
export function requireSound(recording: Recording): void {
  if (saysMore(recording)) throw new ApiError(VoiceMessageWithContent);
  const [sound, ...others] = recording.files?.added ?? [];
  if (sound === undefined || others.length > 0 || !isSound(sound)) {
    throw new ApiError(VoiceMessageWithoutSound);
  }
  if (sound.duration_secs === undefined || sound.waveform === undefined) {
    throw new ApiError(VoiceMessageWithoutMetadata);
  }
}

function saysMore({ content, newPoll, stickers = [], ...parts }: Recording): boolean {
  const shown = parts.embeds.length + parts.components.length + stickers.length;
  return content !== "" || shown > 0 || newPoll !== undefined;
}

function isSound(file: NewFile): boolean {
  return contentTypeOf(filenameOf(file), file.contentType)?.startsWith("audio/") === true;
}
