// What the SDK shows.
export * from "./enums.ts";
export { AuthorizationArgs, DeviceAuthorizationArgs } from "./authorization-args.ts";
export { AuthorizationCodeChallenge, AuthorizationCodeVerifier } from "./code-challenge.ts";
export { authorizationUrl, schemeRedirectUri } from "./authorization-url.ts";
export { Client } from "./client.ts";
export type { ClientOptions } from "./client.ts";
export { ClientResult } from "./client-result.ts";
export type { GuildChannel, GuildMinimal } from "./guild-calls.ts";
export { systemEnvironment, type Environment } from "./environment.ts";
export { GatewayConnection, type GatewayDeps } from "./gateway.ts";
export type * as types from "./generated/types.ts";
export { LinkedChannel, LobbyHandle, LobbyMemberHandle, MessageHandle } from "./lobby-handles.ts";
export { Rest, type CallId, type CallInput, type CallReply, type RestOptions } from "./rest.ts";
export { NetworkError, RestError } from "./rest-errors.ts";
export type { CodeExchange, ExternalAuth, Tokens } from "./tokens.ts";
export { isSigned, type SignedRequest } from "./webhook-signature.ts";
