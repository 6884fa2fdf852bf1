// Errors with a code of their own. Errors of a single resource are declared beside that resource.
import { limits } from "./limits/limits.ts";
import { error } from "./transport-errors.ts";

export * from "./transport-errors.ts";

const codes = "protocol: gateway-oauth-limits 1.6";

export const UnknownApplication = error({
  name: "UnknownApplication",
  status: 404,
  code: 10002,
  message: "Unknown Application",
  source: codes,
});
export const UnknownChannel = error({
  name: "UnknownChannel",
  status: 404,
  code: 10003,
  message: "Unknown Channel",
  source: codes,
});
export const UnknownGuild = error({
  name: "UnknownGuild",
  status: 404,
  code: 10004,
  message: "Unknown Guild",
  source: codes,
});
export const UnknownIntegration = error({
  name: "UnknownIntegration",
  status: 404,
  code: 10005,
  message: "Unknown Integration",
  source: codes,
});
export const UnknownRole = error({
  name: "UnknownRole",
  status: 404,
  code: 10011,
  message: "Unknown Role",
  source: codes,
});
export const UnknownToken = error({
  name: "UnknownToken",
  status: 404,
  code: 10012,
  message: "Unknown Token",
  source: codes,
});
export const UnknownMember = error({
  name: "UnknownMember",
  status: 404,
  code: 10007,
  message: "Unknown Member",
  source: codes,
});
export const UnknownMessage = error({
  name: "UnknownMessage",
  status: 404,
  code: 10008,
  message: "Unknown Message",
  source: codes,
});
export const UnknownUser = error({
  name: "UnknownUser",
  status: 404,
  code: 10013,
  message: "Unknown User",
  source: codes,
});
export const UnknownWebhook = error({
  name: "UnknownWebhook",
  status: 404,
  code: 10015,
  message: "Unknown Webhook",
  source: codes,
});
export const UnknownLobby = error({
  name: "UnknownLobby",
  status: 404,
  code: 10031,
  message: "Unknown Lobby",
  source: codes,
});
export const UnknownInteraction = error({
  name: "UnknownInteraction",
  status: 404,
  code: 10062,
  message: "Unknown interaction",
  source: codes,
});
export const UnknownCommand = error({
  name: "UnknownCommand",
  status: 404,
  code: 10063,
  message: "Unknown application command",
  source: codes,
});

export const UnknownCommandPermissions = error({
  name: "UnknownCommandPermissions",
  status: 404,
  code: 10066,
  message: "Unknown application command permissions",
  source: "protocol: commands-and-interactions 4.2",
});

export const BotsNotAllowed = error({
  name: "BotsNotAllowed",
  status: 403,
  code: 20001,
  message: "Bots cannot use this endpoint",
  source: codes,
});
export const OnlyBotsAllowed = error({
  name: "OnlyBotsAllowed",
  status: 403,
  code: 20002,
  message: "Only bots can use this endpoint",
  source: codes,
});
export const NotThisApplication = error({
  name: "NotThisApplication",
  status: 403,
  code: 20012,
  message: "You are not authorized to perform this action on this application",
  source: codes,
});

export const TooManyCommands = error({
  name: "TooManyCommands",
  status: 400,
  code: 30032,
  message: `Maximum number of application commands reached (${limits.chatInputCommands.value})`,
  source: codes,
});
export const TooManyCommandCreates = error({
  name: "TooManyCommandCreates",
  status: 400,
  code: 30034,
  message: `Max number of daily application command creates has been reached (${limits.commandCreates.value})`,
  source: codes,
});

export const EntityTooLarge = error({
  name: "EntityTooLarge",
  status: 413,
  code: 40005,
  message: "Request entity too large",
  source: codes,
});
export const CommandNameTaken = error({
  name: "CommandNameTaken",
  status: 400,
  code: 40041,
  message: "An application command with that name already exists",
  source: codes,
});
export const ApplicationInteractionFailed = error({
  name: "ApplicationInteractionFailed",
  status: 400,
  code: 40043,
  message: "Application interaction failed to send",
  source: codes,
});
export const AlreadyAcknowledged = error({
  name: "AlreadyAcknowledged",
  status: 400,
  code: 40060,
  message: "Interaction has already been acknowledged.",
  source: codes,
});
export const TooManyFollowUps = error({
  name: "TooManyFollowUps",
  status: 400,
  code: 40094,
  message: "This interaction has hit the maximum number of follow up messages",
  source: codes,
});

export const MissingAccess = error({
  name: "MissingAccess",
  status: 403,
  code: 50001,
  message: "Missing Access",
  source: codes,
});
export const EmptyMessage = error({
  name: "EmptyMessage",
  status: 400,
  code: 50006,
  message: "Cannot send an empty message",
  source: codes,
});
export const MissingPermissions = error({
  name: "MissingPermissions",
  status: 403,
  code: 50013,
  message: "Missing Permissions",
  source: codes,
});
export const WrongChannelType = error({
  name: "WrongChannelType",
  status: 400,
  code: 50024,
  message: "Cannot execute action on this channel type",
  source: codes,
});
export const MissingScope = error({
  name: "MissingScope",
  status: 403,
  code: 50026,
  message: "Missing required OAuth2 scope",
  source: codes,
});
export const InvalidWebhookToken = error({
  name: "InvalidWebhookToken",
  status: 401,
  code: 50027,
  message: "Invalid Webhook Token",
  source: codes,
});
export const InvalidForm = error({
  name: "InvalidForm",
  status: 400,
  code: 50035,
  message: "Invalid Form Body",
  source: codes,
});
export const InvalidApiVersion = error({
  name: "InvalidApiVersion",
  status: 400,
  code: 50041,
  message: "Invalid API version provided",
  source: codes,
});
export const InvalidJson = error({
  name: "InvalidJson",
  status: 400,
  code: 50109,
  message: "The request body contains invalid JSON.",
  source: codes,
});
export const EntryPointRequired = error({
  name: "EntryPointRequired",
  status: 400,
  code: 50240,
  message:
    "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.",
  source: "protocol: commands-and-interactions 2.4",
});
export const MissingLobbyPermissions = error({
  name: "MissingLobbyPermissions",
  status: 403,
  code: 50241,
  message: "User does not have the necessary lobby permissions to perform this action.",
  source: "protocol: lobbies-and-sdk 4, 13",
});
/** Any endpoint may answer with it; the rate limiter writes its body and headers. */
export const RateLimited = error({
  name: "RateLimited",
  status: 429,
  code: 0,
  message: "You are being rate limited.",
  source: "protocol: gateway-oauth-limits 6.1",
});
/** The rate limit of a resource, which other callers used up. */
export const ResourceRateLimited = error({
  name: "ResourceRateLimited",
  status: 429,
  code: 40062,
  message: "The resource is being rate limited.",
  isShared: true,
  source: "protocol: gateway-oauth-limits 6.1",
});

/** A call names a world that does not exist. */
export const UnknownWorld = error({
  name: "UnknownWorld",
  status: 404,
  code: 0,
  message: "Unknown world",
  source: "product.md, Control plane",
});

/** What would move time or lose data of real users is refused in production mode. */
export const OffInProduction = error({
  name: "OffInProduction",
  status: 403,
  code: 0,
  message: "This is off in production mode",
  source: "product.md, Commands",
});
