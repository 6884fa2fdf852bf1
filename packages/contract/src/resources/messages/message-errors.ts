// Errors that only messages return.
import { error } from "../../error.ts";
import { limits } from "../../limits/limits.ts";

const codes = "protocol: gateway-oauth-limits 1.6; the HTTP status is assumed";

export const SlowmodeActive = error({
  name: "SlowmodeActive",
  status: 429,
  code: 20016,
  message: "This action cannot be performed due to slowmode rate limit.",
  source: codes,
});
/** Source: protocol: lobbies-and-sdk 4, 13 #2. */
export const ApplicationNotAuthorized = error({
  name: "ApplicationNotAuthorized",
  status: 403,
  code: 20062,
  message: "You must have authorized the application that this channel is linked to.",
  source: "protocol: lobbies-and-sdk 4, 13 #2",
});
export const NotOnDirectMessages = error({
  name: "NotOnDirectMessages",
  status: 403,
  code: 50003,
  message: "Cannot execute action on a DM channel",
  source: codes,
});
export const NotTheAuthor = error({
  name: "NotTheAuthor",
  status: 403,
  code: 50005,
  message: "Cannot edit a message authored by another user",
  source: codes,
});
export const CannotMessageUser = error({
  name: "CannotMessageUser",
  status: 403,
  code: 50007,
  message: "Cannot send messages to this user",
  source: codes,
});
export const NotATextChannel = error({
  name: "NotATextChannel",
  status: 400,
  code: 50008,
  message: "Cannot send messages in a non-text channel",
  source: codes,
});
export const InvalidRecipients = error({
  name: "InvalidRecipients",
  status: 400,
  code: 50033,
  message: "Invalid Recipient(s)",
  source: codes,
});
export const MessageTooOld = error({
  name: "MessageTooOld",
  status: 400,
  code: 50034,
  message: "You can only bulk delete messages that are under 14 days old.",
  source: "CSSS/wall_e#509; the documented text is another",
});
export const InvalidSticker = error({
  name: "InvalidSticker",
  status: 400,
  code: 50081,
  message: "Cannot use this sticker",
  source: "discord-api-docs#6399; the HTTP status is assumed",
});
export const StickerNotAllowed = error({
  name: "StickerNotAllowed",
  status: 403,
  code: 50600,
  message: "You do not have permission to send this sticker.",
  source: "the reference's documented code; the HTTP status is assumed",
});
export const CannotEditStickers = error({
  name: "CannotEditStickers",
  status: 400,
  code: 50080,
  message: "Cannot edit stickers within a message",
  source: "the reference's documented code; the HTTP status is assumed",
});
const voiceMessages = "the reference's documented code; the HTTP status is assumed";

export const VoiceMessageWithContent = error({
  name: "VoiceMessageWithContent",
  status: 400,
  code: 50159,
  message: "Voice messages do not support additional content.",
  source: voiceMessages,
});
export const VoiceMessageWithoutSound = error({
  name: "VoiceMessageWithoutSound",
  status: 400,
  code: 50160,
  message: "Voice messages must have a single audio attachment.",
  source: voiceMessages,
});
export const VoiceMessageWithoutMetadata = error({
  name: "VoiceMessageWithoutMetadata",
  status: 400,
  code: 50161,
  message: "Voice messages must have supporting metadata.",
  source: voiceMessages,
});
export const TooManyAttachments = error({
  name: "TooManyAttachments",
  status: 400,
  code: 30015,
  message: `Maximum number of attachments in a message reached (${limits.messageAttachments.value})`,
  source: "protocol: gateway-oauth-limits 1.6",
});
export const VoiceMessageNotEditable = error({
  name: "VoiceMessageNotEditable",
  status: 400,
  code: 50162,
  message: "Voice messages cannot be edited.",
  source: voiceMessages,
});
export const NoVoiceMessagesHere = error({
  name: "NoVoiceMessagesHere",
  status: 403,
  code: 50173,
  message: "Cannot send voice messages in this channel",
  source: voiceMessages,
});
/** The errors of a voice message, wherever it is sent. */
export const voiceMessageErrors = [
  VoiceMessageWithContent,
  VoiceMessageWithoutMetadata,
  VoiceMessageWithoutSound,
] as const;
export const NoMutualGuilds = error({
  name: "NoMutualGuilds",
  status: 403,
  code: 50278,
  message: "Cannot send messages to this user due to having no mutual guilds",
  source: codes,
});
export const ReplyWithoutHistory = error({
  name: "ReplyWithoutHistory",
  status: 403,
  code: 160002,
  message: "Cannot reply without permission to read message history",
  source: codes,
});

const forwarding = "the reference's documented code; the HTTP status is assumed";

export const ReferenceWithoutHistory = error({
  name: "ReferenceWithoutHistory",
  status: 403,
  code: 160009,
  message: "Cannot reference a message without permission to read message history",
  source: forwarding,
});
export const AgeRestrictedReference = error({
  name: "AgeRestrictedReference",
  status: 400,
  code: 160010,
  message: "NSFW channel message reference not allowed",
  source: forwarding,
});
export const ForwardWithContent = error({
  name: "ForwardWithContent",
  status: 400,
  code: 160011,
  message: "A forward cannot have additional content",
  source: "assumed: clients were seen to get this number; its text is not public",
});
export const UnreadableForward = error({
  name: "UnreadableForward",
  status: 403,
  code: 160014,
  message: "You cannot forward a message whose content you cannot read.",
  source: "requirements 7; protocol: gateway-oauth-limits 1.6; the HTTP status is assumed",
});
export const PollNotEditable = error({
  name: "PollNotEditable",
  status: 400,
  code: 520003,
  message: "Cannot edit a poll message",
  source: "assumed: the reference's documented code; the HTTP status is not public",
});
