// Functions about the vendor's own client on the same machine. Source: protocol: lobbies-and-sdk 8.5.

/**
 * Functions that need the vendor's client beside the game. The service has none, so they do
 * nothing: a game that calls them runs as it is.
 */
export abstract class PlatformFunctions {
  /** Its callback is never called: people begin to sign in within the game alone. */
  RegisterAuthorizeRequestCallback(_callback: () => void): void {
    return undefined;
  }

  /** Takes that callback back. */
  RemoveAuthorizeRequestCallback(): void {
    return undefined;
  }

  /** Says over which window an overlay is to appear; people sign in with their browser. */
  SetGameWindowPid(_pid: number): void {
    return undefined;
  }
}
