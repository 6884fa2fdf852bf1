// Refusals that only messages know.
import { error } from "../error.ts";

const codes = "protocol: gateway-oauth-limits 1.6; the HTTP status is assumed";

export const SlowmodeActive = error({
  name: "SlowmodeActive",
  status: 429,
  code: 20016,
  message: "This action cannot be performed due to slowmode rate limit.",
  source: codes,
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
  message: "A message provided was too old to bulk delete.",
  source: "assumed: the reference's documented code; the HTTP status is not public",
});
export const InvalidSticker = error({
  name: "InvalidSticker",
  status: 400,
  code: 50081,
  message: "Invalid sticker sent",
  source: "assumed: no guild has stickers here, so each one sent is unknown",
});
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
export const PollNotEditable = error({
  name: "PollNotEditable",
  status: 400,
  code: 520003,
  message: "Cannot edit a poll message",
  source: "assumed: the reference's documented code; the HTTP status is not public",
});
