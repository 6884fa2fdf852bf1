// Functions about the vendor's client on the same machine. Source: protocol: lobbies-and-sdk 8.5.

/**
 * Functions that need the vendor's client beside the game. The service has none, so they do
 * nothing: a game that calls them works unchanged.
 */
export abstract class PlatformFunctions {
  /** Never calls the callback: here people only start to sign in from within the game. */
  RegisterAuthorizeRequestCallback(_callback: () => void): void {
    return undefined;
  }

  /** Removes that callback. */
  RemoveAuthorizeRequestCallback(): void {
    return undefined;
  }

  /**
   * Sets the window that an overlay would cover; there is none, as people sign in with their
   * browser.
   */
  SetGameWindowPid(_pid: number): void {
    return undefined;
  }
}
