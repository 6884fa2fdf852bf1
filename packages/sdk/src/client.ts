// The client of a game: signs people in, connects, joins lobbies, and sends messages. Its methods
// are those of the sheet; the parts behind them do the work. Source: protocol: lobbies-and-sdk 7.2,
// 8, 9.
import type { AuthorizationArgs, DeviceAuthorizationArgs } from "./authorization-args.ts";
import type { ClientResult } from "./client-result.ts";
import type { AuthorizationCodeVerifier } from "./code-challenge.ts";
import type { AuthorizationTokenType, ClientStatus } from "./enums.ts";
import { systemEnvironment, type Environment } from "./environment.ts";
import { DeviceScreen } from "./device-screen.ts";
import { GuildCalls, type FoundChannels, type FoundGuilds } from "./guild-calls.ts";
import type { GuildChannel, GuildMinimal } from "./guild-handles.ts";
import { LobbyCache } from "./lobby-cache.ts";
import { LobbyCalls, type GuildInvite, type JoinedLobby, type Metadata } from "./lobby-calls.ts";
import { LobbyHandle } from "./lobby-handles.ts";
import type { FoundCallback, FoundMessages, SentCallback, SentMessage } from "./message-calls.ts";
import { MessageHandle } from "./message-handle.ts";
import { attemptOnly, type Callback, type Outcome } from "./outcome.ts";
import { newCodeVerifier } from "./pkce.ts";
import { PlatformFunctions } from "./platform-functions.ts";
import { PlayerRest } from "./player-rest.ts";
import { Rest } from "./rest.ts";
import { runtime } from "#runtime";
import { Session, type StatusCallback } from "./session.ts";
import { SignIn, type Authorization, type AuthorizationCallback } from "./sign-in.ts";
import {
  TokenCalls,
  type CodeExchange,
  type ExternalAuth,
  type TokenCallback,
  type Tokens,
} from "./tokens.ts";
import { UserMessages, type UserMessage } from "./user-messages.ts";

/** The options of a client. */
export interface ClientOptions {
  /** The service's address, without a trailing slash; absent: `http://127.0.0.1:8010`. */
  readonly baseUrl?: string;
  /** The address of the sign-in pages; absent: `baseUrl`. */
  readonly webBase?: string;
  /** Opens an address for the person; absent: in the system's browser. */
  readonly openUrl?: (url: string) => unknown;
  /** Time and randomness; absent: the system's. */
  readonly environment?: Environment;
}

type IdCallback = ((id: bigint) => void) | undefined;
type LobbyCallback = ((lobbyId: bigint) => void) | undefined;
type MemberCallback = ((lobbyId: bigint, memberId: bigint) => void) | undefined;

const DEFAULT_BASE = "http://127.0.0.1:8010";

/**
 * The client of a game: signs people in, connects to the gateway, joins lobbies and sends messages.
 *
 * No method throws: each resolves to a `result` that says whether it succeeded, with empty values
 * if it failed, and passes the same to its callback, if it has one. A rate-limited call is not
 * retried: its result is retryable, and has the seconds to wait.
 */
export class Client extends PlatformFunctions {
  /** Every endpoint as a typed call with the client's token; like `Rest`, it waits out rate limits. */
  readonly api: Rest["api"];
  readonly #environment: Environment;
  readonly #signIn: SignIn;
  readonly #tokens: TokenCalls;
  readonly #session: Session;
  /** The lobbies and messages that the gateway's events describe. */
  readonly #known = new LobbyCache();
  readonly #lobbies: LobbyCalls;
  readonly #userMessages: UserMessages;
  readonly #guilds: GuildCalls;
  readonly #player: PlayerRest;
  readonly #deviceScreen: DeviceScreen;
  readonly #show: (url: string) => Promise<void>;
  #applicationId: bigint | undefined;

  constructor(options: ClientOptions = {}) {
    super();
    const { baseUrl = DEFAULT_BASE, webBase = baseUrl, openUrl } = options;
    const { environment = systemEnvironment } = options;
    const authorization = () => {
      const { accessToken } = this.#session;
      return accessToken === undefined ? undefined : `Bearer ${accessToken}`;
    };
    this.#environment = environment;
    this.api = new Rest({ baseUrl, environment, authorization }).api;
    // A rate-limited call of the client gives a result that says how long to wait.
    const rest = new Rest({ baseUrl, environment, authorization, patienceMs: 0 });
    this.#signIn = new SignIn({ environment, webBase, runtime, openUrl });
    this.#tokens = new TokenCalls({ rest, environment });
    this.#session = new Session({ environment, rest, lobbies: this.#known });
    const player = new PlayerRest(rest, this.#session);
    this.#player = player;
    this.#lobbies = new LobbyCalls({ player, known: this.#known, webBase });
    this.#userMessages = new UserMessages(player, this.#known);
    this.#guilds = new GuildCalls(player);
    this.#show = async (url) => {
      await (openUrl === undefined ? runtime.openUrl(url) : openUrl(url));
    };
    this.#deviceScreen = new DeviceScreen(webBase, this.#show);
  }

  /** `openid sdk.social_layer_presence`: friends and presence. */
  static GetDefaultPresenceScopes(): string {
    return "openid sdk.social_layer_presence";
  }

  /** `openid sdk.social_layer`: friends, presence, lobbies and messages. */
  static GetDefaultCommunicationScopes(): string {
    return "openid sdk.social_layer";
  }

  /** Sets the application for calls that name none. */
  SetApplicationId(applicationId: bigint): void {
    this.#applicationId = applicationId;
  }

  /** The application that `SetApplicationId` set. */
  GetApplicationId(): bigint | undefined {
    return this.#applicationId;
  }

  /** A new PKCE verifier: its challenge goes with `Authorize`, the verifier with `GetToken`. */
  CreateAuthorizationCodeVerifier(): AuthorizationCodeVerifier {
    return newCodeVerifier(this.#environment);
  }

  /**
   * Asks a person in their browser to authorize the arguments' scopes, and gives a code to
   * exchange.
   */
  Authorize(
    args: AuthorizationArgs,
    callback?: AuthorizationCallback,
  ): Promise<Outcome<Authorization>> {
    return this.#signIn.authorize(args, this.#applicationId, callback);
  }

  /** Stops waiting for the person: `Authorize` ends with Aborted. */
  AbortAuthorize(): void {
    this.#signIn.abort();
  }

  /** Passes on the address with which the system opened the application by its URL scheme. */
  ReceiveRedirect(url: string): void {
    this.#signIn.receive(url);
  }

  /** Exchanges a code for tokens; for public clients, which have no secret. */
  GetToken(exchange: CodeExchange, callback?: TokenCallback): Promise<Outcome<Tokens>> {
    return this.#tokens.exchangeCode(exchange, callback);
  }

  /** Like `GetToken`, and merges the player's provisional account into the person's account. */
  GetTokenFromProvisionalMerge(
    exchange: CodeExchange & { readonly merge: ExternalAuth },
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.exchangeCode(exchange, callback);
  }

  /** Signs in on a device without a browser: the person enters a code on another device. */
  GetTokenFromDevice(
    args: DeviceAuthorizationArgs,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    const device = { args, applicationId: this.#applicationId, show: this.#show };
    return this.#tokens.fromDevice(device, callback);
  }

  /**
   * Like `GetTokenFromDevice`, and merges the player's provisional account into the person's
   * account.
   */
  GetTokenFromDeviceProvisionalMerge(
    args: DeviceAuthorizationArgs,
    merge: ExternalAuth,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    const device = { args, merge, applicationId: this.#applicationId, show: this.#show };
    return this.#tokens.fromDevice(device, callback);
  }

  /** Stops waiting for the person: `GetTokenFromDevice` ends with Aborted. */
  AbortGetTokenFromDevice(): void {
    this.#tokens.abortDevice();
  }

  /** Opens the page on which the person enters a code; the code identifies the application. */
  OpenAuthorizeDeviceScreen(_clientId: bigint, userCode: string): void {
    this.#deviceScreen.open(userCode);
  }

  /** Marks that page as closed; a browser window that shows it stays open. */
  CloseAuthorizeDeviceScreen(): void {
    this.#deviceScreen.close();
  }

  /** Called when the game closes that page, or when it could not be opened. */
  SetAuthorizeDeviceScreenClosedCallback(callback: (() => void) | undefined): void {
    this.#deviceScreen.closed = callback;
  }

  /** Gives a new pair of tokens; the old pair becomes invalid at once. */
  RefreshToken(
    applicationId: bigint,
    refreshToken: string,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.refresh(applicationId, refreshToken, callback);
  }

  /** Revokes every token that the application has for this person. */
  RevokeToken(applicationId: bigint, token: string, callback?: Callback<[]>) {
    return this.#tokens.revoke(applicationId, token, callback);
  }

  /** A token for a player without an account here, whose identity another service asserts. */
  GetProvisionalToken(
    applicationId: bigint,
    external: ExternalAuth,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.provisional(applicationId, external, callback);
  }

  /** Separates the player's identity from the account that it was merged into. */
  UnmergeIntoProvisionalAccount(
    applicationId: bigint,
    external: ExternalAuth,
    callback?: Callback<[]>,
  ) {
    return this.#tokens.unmerge(applicationId, external, callback);
  }

  /** A token with limited scope for a child of this application. */
  ExchangeChildToken(
    parentToken: string,
    childApplicationId: bigint,
    callback?: Callback<
      [accessToken: string, tokenType: number, expiresIn: number, scopes: string]
    >,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.child(parentToken, childApplicationId, callback);
  }

  /** Sets the token to use; an open connection is reopened with it. */
  UpdateToken(
    tokenType: AuthorizationTokenType,
    token: string,
    callback?: Callback<[]>,
  ): Promise<ClientResult> {
    return this.#session.updateToken(tokenType, token, callback);
  }

  /** True once a token is set. */
  IsAuthenticated(): boolean {
    return this.#session.accessToken !== undefined;
  }

  /** Called once for each token when it expires, unless the gateway has refused the token. */
  SetTokenExpirationCallback(callback: (() => void) | undefined): void {
    this.#session.tokenExpired = callback;
  }

  /** Starts to connect; the status callback reports success or failure. */
  Connect(): void {
    this.#session.connect();
  }

  /** Ends the session for good: it cannot be resumed. */
  Disconnect(): void {
    this.#session.disconnect();
  }

  /** The status of the gateway connection. */
  GetStatus(): ClientStatus {
    return this.#session.status;
  }

  /** Called with each new status, the error, and the close code or 0. */
  SetStatusChangedCallback(callback: StatusCallback | undefined): void {
    this.#session.statusChanged = callback;
  }

  /** The person who owns a token. */
  FetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    callback?: Callback<[id: bigint, name: string]>,
  ) {
    return this.#session.currentUser(tokenType, token, callback);
  }

  /** Sets the display name of a player without an account here. */
  UpdateProvisionalAccountDisplayName(
    name: string,
    callback?: Callback<[]>,
  ): Promise<ClientResult> {
    const input = { body: { global_name: name } };
    return attemptOnly(
      () => this.#player.call("UpdateProvisionalAccountDisplayName", "users.editAccount", input),
      callback,
    );
  }

  /** Joins the lobby with this secret, or creates it. */
  CreateOrJoinLobby(
    secret: string,
    callback?: Callback<[lobbyId: bigint]>,
  ): Promise<Outcome<JoinedLobby>> {
    return this.#lobbies.join("CreateOrJoinLobby", { secret }, callback);
  }

  /** Like `CreateOrJoinLobby`; both dictionaries replace the stored metadata. */
  CreateOrJoinLobbyWithMetadata(
    secret: string,
    lobbyMetadata: Metadata,
    memberMetadata: Metadata,
    callback?: Callback<[lobbyId: bigint]>,
  ): Promise<Outcome<JoinedLobby>> {
    const body = { secret, lobby_metadata: lobbyMetadata, member_metadata: memberMetadata };
    return this.#lobbies.join("CreateOrJoinLobbyWithMetadata", body, callback);
  }

  /** Leaves a lobby that was joined by its secret. */
  LeaveLobby(lobbyId: bigint, callback?: Callback<[]>): Promise<ClientResult> {
    return this.#lobbies.leave(lobbyId, callback);
  }

  /** The lobbies that the client knows of; complete once it is Ready. */
  GetLobbyIds(): readonly bigint[] {
    return this.#known.lobbyIds();
  }

  /** A lobby as it is now; undefined when the client does not know it. */
  GetLobbyHandle(lobbyId: bigint): LobbyHandle | undefined {
    const lobby = this.#known.lobby(lobbyId);
    return lobby === undefined ? undefined : new LobbyHandle(lobby, this.#known);
  }

  /** Sends a message to a lobby that the user is in. */
  SendLobbyMessage(
    lobbyId: bigint,
    content: string,
    callback?: SentCallback,
  ): Promise<Outcome<SentMessage>> {
    return this.#lobbies.send("SendLobbyMessage", { lobbyId, content }, callback);
  }

  /** Like `SendLobbyMessage`; connected members receive the metadata, which is not stored. */
  SendLobbyMessageWithMetadata(
    lobbyId: bigint,
    content: string,
    metadata: Metadata,
    callback?: SentCallback,
  ): Promise<Outcome<SentMessage>> {
    const message = { lobbyId, content, metadata };
    return this.#lobbies.send("SendLobbyMessageWithMetadata", message, callback);
  }

  /** Up to 200 messages of a lobby, newest first. */
  GetLobbyMessagesWithLimit(
    lobbyId: bigint,
    limit: number,
    callback?: FoundCallback,
  ): Promise<Outcome<FoundMessages>> {
    return this.#lobbies.messages(lobbyId, limit, callback);
  }

  /** Links a lobby to a channel; messages are then copied in both directions. */
  LinkChannelToLobby(
    lobbyId: bigint,
    channelId: bigint,
    callback?: Callback<[]>,
  ): Promise<ClientResult> {
    return this.#lobbies.link(lobbyId, channelId, callback);
  }

  /** Unlinks a lobby from its channel. */
  UnlinkChannelFromLobby(lobbyId: bigint, callback?: Callback<[]>): Promise<ClientResult> {
    return this.#lobbies.unlink(lobbyId, callback);
  }

  /**
   * Gives an invite to the linked channel's guild that only this user can use, once; the game opens
   * or shows its address. A player without an account here needs one first: the game merges the
   * account when `mergeRequired` is called, and then calls `ProvisionalUserMergeCompleted`.
   */
  JoinLinkedLobbyGuild(
    lobbyId: bigint,
    mergeRequired: () => void,
    callback?: Callback<[inviteUrl: string]>,
  ): Promise<Outcome<GuildInvite>> {
    return this.#lobbies.inviteSelf(lobbyId, mergeRequired, callback);
  }

  /** Continues `JoinLinkedLobbyGuild`, or ends it with Aborted if the account was not merged. */
  ProvisionalUserMergeCompleted(success: boolean): void {
    this.#lobbies.mergeCompleted(success);
  }

  /** A message that the gateway delivered, while it is among the newest of its channel. */
  GetMessageHandle(messageId: bigint): MessageHandle | undefined {
    const message = this.#known.message(messageId);
    return message === undefined ? undefined : new MessageHandle(message, this.#known);
  }

  /** Called when a lobby becomes available: created, joined, or listed at sign-in. */
  SetLobbyCreatedCallback(callback: LobbyCallback): void {
    this.#known.listeners.lobbyCreated = callback;
  }

  /** Called when a lobby ends or the user leaves it. */
  SetLobbyDeletedCallback(callback: LobbyCallback): void {
    this.#known.listeners.lobbyDeleted = callback;
  }

  /** Called when a lobby's own metadata, flags or linked channel change. */
  SetLobbyUpdatedCallback(callback: LobbyCallback): void {
    this.#known.listeners.lobbyUpdated = callback;
  }

  /** Called when another user joins; the user's own joining only calls the created callback. */
  SetLobbyMemberAddedCallback(callback: MemberCallback): void {
    this.#known.listeners.memberAdded = callback;
  }

  /** Called when a member leaves a lobby. */
  SetLobbyMemberRemovedCallback(callback: MemberCallback): void {
    this.#known.listeners.memberRemoved = callback;
  }

  /** Called when a member's metadata or flags change, or when they connect or disconnect. */
  SetLobbyMemberUpdatedCallback(callback: MemberCallback): void {
    this.#known.listeners.memberUpdated = callback;
  }

  /** Called when a message arrives; `GetMessageHandle` returns it. */
  SetMessageCreatedCallback(callback: IdCallback): void {
    this.#known.listeners.messageCreated = callback;
  }

  /** Called when a message is edited, or when the game's moderation sets metadata on it. */
  SetMessageUpdatedCallback(callback: IdCallback): void {
    this.#known.listeners.messageUpdated = callback;
  }

  /** Called when a message is deleted. */
  SetMessageDeletedCallback(
    callback: ((messageId: bigint, channelId: bigint) => void) | undefined,
  ): void {
    this.#known.listeners.messageDeleted = callback;
  }

  /** Sends a direct message from within the game. */
  SendUserMessage(
    recipientId: bigint,
    content: string,
    callback?: SentCallback,
  ): Promise<Outcome<SentMessage>> {
    return this.#userMessages.send(recipientId, content, callback);
  }

  /** Replaces the text of one of the user's own direct messages. */
  EditUserMessage(
    message: UserMessage & { readonly content: string },
    callback?: Callback<[]>,
  ): Promise<ClientResult> {
    return this.#userMessages.edit(message, callback);
  }

  /** Deletes one of the user's own direct messages. */
  DeleteUserMessage(message: UserMessage, callback?: Callback<[]>): Promise<ClientResult> {
    return this.#userMessages.delete(message, callback);
  }

  /** Up to 200 direct messages with another user, newest first. */
  GetUserMessagesWithLimit(
    recipientId: bigint,
    limit: number,
    callback?: FoundCallback,
  ): Promise<Outcome<FoundMessages>> {
    return this.#userMessages.list(recipientId, limit, callback);
  }

  /** The guilds that the user is in. */
  GetUserGuilds(
    callback?: Callback<[guilds: readonly GuildMinimal[]]>,
  ): Promise<Outcome<FoundGuilds>> {
    return this.#guilds.guilds(callback);
  }

  /** A guild's channels by position, each with whether a lobby may be linked to it. */
  GetGuildChannels(
    guildId: bigint,
    callback?: Callback<[channels: readonly GuildChannel[]]>,
  ): Promise<Outcome<FoundChannels>> {
    return this.#guilds.channels(guildId, callback);
  }
}
