// The client of a game: signs in, connects, plays in lobbies, and writes to people. Its methods are
// those of the sheet; the parts behind them do the work. Source: protocol: lobbies-and-sdk 7.2, 8, 9.
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

/** What a client is made with. */
export interface ClientOptions {
  /** Where the service is, without a trailing slash; absent: `http://127.0.0.1:8010`. */
  readonly baseUrl?: string;
  /** Where people sign in; absent: the same. */
  readonly webBase?: string;
  /** Shows an address to the person; absent: in the system's browser. */
  readonly openUrl?: (url: string) => unknown;
  /** Time and chance; absent: the system's. */
  readonly environment?: Environment;
}

type IdCallback = ((id: bigint) => void) | undefined;
type LobbyCallback = ((lobbyId: bigint) => void) | undefined;
type MemberCallback = ((lobbyId: bigint, memberId: bigint) => void) | undefined;

const DEFAULT_BASE = "http://127.0.0.1:8010";

/**
 * The client of a game: signs people in, connects to the gateway, plays in lobbies and writes to
 * people.
 *
 * No method throws: each resolves to a `result` that says how it went, with empty values where it
 * failed, and calls its callback, where there is one, with the same. A call that a limit refuses is
 * not made again: its result is retryable, and has the seconds to wait.
 */
export class Client extends PlatformFunctions {
  /** Every endpoint as a typed call, with the client's token; it waits as `Rest` does. */
  readonly api: Rest["api"];
  readonly #environment: Environment;
  readonly #signIn: SignIn;
  readonly #tokens: TokenCalls;
  readonly #session: Session;
  /** The lobbies and messages of the gateway's events. */
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
    // A refusal for calling too often is a result, which says how long to wait.
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

  /** `openid sdk.social_layer`: these, lobbies and messages. */
  static GetDefaultCommunicationScopes(): string {
    return "openid sdk.social_layer";
  }

  /** The application that calls are for which name no other. */
  SetApplicationId(applicationId: bigint): void {
    this.#applicationId = applicationId;
  }

  /** What `SetApplicationId` was given. */
  GetApplicationId(): bigint | undefined {
    return this.#applicationId;
  }

  /** A new secret whose challenge goes with `Authorize`, and which goes with `GetToken`. */
  CreateAuthorizationCodeVerifier(): AuthorizationCodeVerifier {
    return newCodeVerifier(this.#environment);
  }

  /** Asks a person for what the arguments say, in their browser, and gives a code for tokens. */
  Authorize(
    args: AuthorizationArgs,
    callback?: AuthorizationCallback,
  ): Promise<Outcome<Authorization>> {
    return this.#signIn.authorize(args, this.#applicationId, callback);
  }

  /** Gives up waiting for the person: `Authorize` ends with Aborted. */
  AbortAuthorize(): void {
    this.#signIn.abort();
  }

  /** Hands in the address with which the system opened the application by its scheme. */
  ReceiveRedirect(url: string): void {
    this.#signIn.receive(url);
  }

  /** Exchanges a code; for public clients, which have no secret. */
  GetToken(exchange: CodeExchange, callback?: TokenCallback): Promise<Outcome<Tokens>> {
    return this.#tokens.exchangeCode(exchange, callback);
  }

  /** The same, and the player's provisional account becomes part of the person's own. */
  GetTokenFromProvisionalMerge(
    exchange: CodeExchange & { readonly merge: ExternalAuth },
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.exchangeCode(exchange, callback);
  }

  /** Signs in on a machine without a browser: the person enters a code on another one. */
  GetTokenFromDevice(
    args: DeviceAuthorizationArgs,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    const device = { args, applicationId: this.#applicationId, show: this.#show };
    return this.#tokens.fromDevice(device, callback);
  }

  /** The same, and the player's provisional account becomes part of the person's own. */
  GetTokenFromDeviceProvisionalMerge(
    args: DeviceAuthorizationArgs,
    merge: ExternalAuth,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    const device = { args, merge, applicationId: this.#applicationId, show: this.#show };
    return this.#tokens.fromDevice(device, callback);
  }

  /** Gives up waiting for the person: `GetTokenFromDevice` ends with Aborted. */
  AbortGetTokenFromDevice(): void {
    this.#tokens.abortDevice();
  }

  /** Shows the page where the person enters a code; the code says which application it is for. */
  OpenAuthorizeDeviceScreen(_clientId: bigint, userCode: string): void {
    this.#deviceScreen.open(userCode);
  }

  /** Has done with that page; a window of the person's browser stays. */
  CloseAuthorizeDeviceScreen(): void {
    this.#deviceScreen.close();
  }

  /** Called when that page is closed by the game, or could not be shown. */
  SetAuthorizeDeviceScreenClosedCallback(callback: (() => void) | undefined): void {
    this.#deviceScreen.closed = callback;
  }

  /** Gives a new pair of tokens; the old pair is dead at once. */
  RefreshToken(
    applicationId: bigint,
    refreshToken: string,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.refresh(applicationId, refreshToken, callback);
  }

  /** Ends every token that the application has for this person. */
  RevokeToken(applicationId: bigint, token: string, callback?: Callback<[]>) {
    return this.#tokens.revoke(applicationId, token, callback);
  }

  /** A token for a player without an account here, for whom another service vouches. */
  GetProvisionalToken(
    applicationId: bigint,
    external: ExternalAuth,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.provisional(applicationId, external, callback);
  }

  /** Takes the player's identity out of the account that it was merged into. */
  UnmergeIntoProvisionalAccount(
    applicationId: bigint,
    external: ExternalAuth,
    callback?: Callback<[]>,
  ) {
    return this.#tokens.unmerge(applicationId, external, callback);
  }

  /** A token of limited reach for a child of this application. */
  ExchangeChildToken(
    parentToken: string,
    childApplicationId: bigint,
    callback?: Callback<
      [accessToken: string, tokenType: number, expiresIn: number, scopes: string]
    >,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.child(parentToken, childApplicationId, callback);
  }

  /** Takes a token into use; a connection that is open is opened anew with it. */
  UpdateToken(
    tokenType: AuthorizationTokenType,
    token: string,
    callback?: Callback<[]>,
  ): Promise<ClientResult> {
    return this.#session.updateToken(tokenType, token, callback);
  }

  /** True once a token is in use. */
  IsAuthenticated(): boolean {
    return this.#session.accessToken !== undefined;
  }

  /** Called once for each token, when its time is over; not after the gateway refused the token. */
  SetTokenExpirationCallback(callback: (() => void) | undefined): void {
    this.#session.tokenExpired = callback;
  }

  /** Begins to connect; the status callback is called as it succeeds or fails. */
  Connect(): void {
    this.#session.connect();
  }

  /** Ends the session, which cannot be resumed. */
  Disconnect(): void {
    this.#session.disconnect();
  }

  /** Where the client stands with the gateway. */
  GetStatus(): ClientStatus {
    return this.#session.status;
  }

  /** Called with each new status, what went wrong, and the close code or 0. */
  SetStatusChangedCallback(callback: StatusCallback | undefined): void {
    this.#session.statusChanged = callback;
  }

  /** The person whom a token belongs to. */
  FetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    callback?: Callback<[id: bigint, name: string]>,
  ) {
    return this.#session.currentUser(tokenType, token, callback);
  }

  /** The name that others see of a player without an account here. */
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

  /** Joins the lobby of a secret, or makes it. */
  CreateOrJoinLobby(
    secret: string,
    callback?: Callback<[lobbyId: bigint]>,
  ): Promise<Outcome<JoinedLobby>> {
    return this.#lobbies.join("CreateOrJoinLobby", { secret }, callback);
  }

  /** The same; both dictionaries replace what is there. */
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

  /** Writes a message to a lobby that the user is in. */
  SendLobbyMessage(
    lobbyId: bigint,
    content: string,
    callback?: SentCallback,
  ): Promise<Outcome<SentMessage>> {
    return this.#lobbies.send("SendLobbyMessage", { lobbyId, content }, callback);
  }

  /** The metadata goes to those who are connected, and is not kept. */
  SendLobbyMessageWithMetadata(
    lobbyId: bigint,
    content: string,
    metadata: Metadata,
    callback?: SentCallback,
  ): Promise<Outcome<SentMessage>> {
    const message = { lobbyId, content, metadata };
    return this.#lobbies.send("SendLobbyMessageWithMetadata", message, callback);
  }

  /** Up to 200 messages, newest first. */
  GetLobbyMessagesWithLimit(
    lobbyId: bigint,
    limit: number,
    callback?: FoundCallback,
  ): Promise<Outcome<FoundMessages>> {
    return this.#lobbies.messages(lobbyId, limit, callback);
  }

  /** Messages of the lobby then go to the channel too, and back. */
  LinkChannelToLobby(
    lobbyId: bigint,
    channelId: bigint,
    callback?: Callback<[]>,
  ): Promise<ClientResult> {
    return this.#lobbies.link(lobbyId, channelId, callback);
  }

  /** Takes the link of a lobby to a channel back. */
  UnlinkChannelFromLobby(lobbyId: bigint, callback?: Callback<[]>): Promise<ClientResult> {
    return this.#lobbies.unlink(lobbyId, callback);
  }

  /**
   * Gives an invite that lets this user alone into the linked channel's guild, once; the game opens
   * or shows its address. A player without an account here is to get one first: the game merges it
   * when `mergeRequired` is called, and then calls `ProvisionalUserMergeCompleted`.
   */
  JoinLinkedLobbyGuild(
    lobbyId: bigint,
    mergeRequired: () => void,
    callback?: Callback<[inviteUrl: string]>,
  ): Promise<Outcome<GuildInvite>> {
    return this.#lobbies.inviteSelf(lobbyId, mergeRequired, callback);
  }

  /** Goes on with `JoinLinkedLobbyGuild`, or ends it with Aborted where there was no merge. */
  ProvisionalUserMergeCompleted(success: boolean): void {
    this.#lobbies.mergeCompleted(success);
  }

  /** A message that the gateway delivered, while it is one of the newest of its channel. */
  GetMessageHandle(messageId: bigint): MessageHandle | undefined {
    const message = this.#known.message(messageId);
    return message === undefined ? undefined : new MessageHandle(message, this.#known);
  }

  /** A lobby became available: created, joined, or found again at sign-in. */
  SetLobbyCreatedCallback(callback: LobbyCallback): void {
    this.#known.listeners.lobbyCreated = callback;
  }

  /** A lobby ended, or the user is no longer in it. */
  SetLobbyDeletedCallback(callback: LobbyCallback): void {
    this.#known.listeners.lobbyDeleted = callback;
  }

  /** A lobby's own metadata, flags or linked channel changed. */
  SetLobbyUpdatedCallback(callback: LobbyCallback): void {
    this.#known.listeners.lobbyUpdated = callback;
  }

  /** Called for others; one's own joining calls the created callback alone. */
  SetLobbyMemberAddedCallback(callback: MemberCallback): void {
    this.#known.listeners.memberAdded = callback;
  }

  /** Somebody left a lobby. */
  SetLobbyMemberRemovedCallback(callback: MemberCallback): void {
    this.#known.listeners.memberRemoved = callback;
  }

  /** Metadata, flags, connecting and disconnecting. */
  SetLobbyMemberUpdatedCallback(callback: MemberCallback): void {
    this.#known.listeners.memberUpdated = callback;
  }

  /** A message arrived; `GetMessageHandle` has it. */
  SetMessageCreatedCallback(callback: IdCallback): void {
    this.#known.listeners.messageCreated = callback;
  }

  /** A message was edited, or the moderation of the game noted something of it. */
  SetMessageUpdatedCallback(callback: IdCallback): void {
    this.#known.listeners.messageUpdated = callback;
  }

  /** A message was deleted. */
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

  /** Gives a direct message of one's own another text. */
  EditUserMessage(
    message: UserMessage & { readonly content: string },
    callback?: Callback<[]>,
  ): Promise<ClientResult> {
    return this.#userMessages.edit(message, callback);
  }

  /** Deletes a direct message of one's own. */
  DeleteUserMessage(message: UserMessage, callback?: Callback<[]>): Promise<ClientResult> {
    return this.#userMessages.delete(message, callback);
  }

  /** Up to 200 direct messages with somebody, newest first. */
  GetUserMessagesWithLimit(
    recipientId: bigint,
    limit: number,
    callback?: FoundCallback,
  ): Promise<Outcome<FoundMessages>> {
    return this.#userMessages.list(recipientId, limit, callback);
  }

  /** The guilds that the person is in. */
  GetUserGuilds(
    callback?: Callback<[guilds: readonly GuildMinimal[]]>,
  ): Promise<Outcome<FoundGuilds>> {
    return this.#guilds.guilds(callback);
  }

  /** A guild's channels by position, and which of them a lobby may be linked to. */
  GetGuildChannels(
    guildId: bigint,
    callback?: Callback<[channels: readonly GuildChannel[]]>,
  ): Promise<Outcome<FoundChannels>> {
    return this.#guilds.channels(guildId, callback);
  }
}
