// Messages that consist of a single recording.
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

/** The recording, and all else that a message could hold beside it. */
interface Recording {
  readonly content: string;
  readonly embeds: readonly object[];
  readonly components: readonly object[];
  readonly newPoll?: object;
  readonly stickers?: readonly object[];
  readonly files?: { readonly added: readonly NewFile[] };
}

/** True for a message, or a form, with the flag of voice messages. */
export function isVoiceMessage({ flags }: { readonly flags?: number | undefined }): boolean {
  return ((flags ?? 0) & MessageFlag.IS_VOICE_MESSAGE) !== 0;
}

/**
 * Refuses a voice message that is not exactly one recording with its duration and waveform.
 *
 * @throws VoiceMessageWithContent, VoiceMessageWithoutSound, VoiceMessageWithoutMetadata
 */
export function requireSound(recording: Recording): void {
  if (hasOtherContent(recording)) throw new ApiError(VoiceMessageWithContent);
  const [sound, ...others] = recording.files?.added ?? [];
  if (sound === undefined || others.length > 0 || !isSound(sound)) {
    throw new ApiError(VoiceMessageWithoutSound);
  }
  if (sound.duration_secs === undefined || sound.waveform === undefined) {
    throw new ApiError(VoiceMessageWithoutMetadata);
  }
}

function hasOtherContent({ content, newPoll, stickers = [], ...parts }: Recording): boolean {
  const count = parts.embeds.length + parts.components.length + stickers.length;
  return content !== "" || count > 0 || newPoll !== undefined;
}

function isSound(file: NewFile): boolean {
  return contentTypeOf(filenameOf(file), file.contentType)?.startsWith("audio/") === true;
}
