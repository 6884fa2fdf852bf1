// The page on which a person enters a code, for back ends that do the device flow themselves.
// Source: protocol: lobbies-and-sdk 8.5, 8.6.

/** Where a person enters a code, below the address where people sign in. */
const ACTIVATE_PATH = "/activate";

/** Shows the page, and says when it is over. */
export class DeviceScreen {
  readonly #webBase: string;
  readonly #show: (url: string) => Promise<void>;
  #isOpen = false;
  closed: (() => void) | undefined;

  constructor(webBase: string, show: (url: string) => Promise<void>) {
    this.#webBase = webBase;
    this.#show = show;
  }

  /** Shows the page with the code filled in; one that cannot be shown is closed at once. */
  open(userCode: string): void {
    this.#isOpen = true;
    const query = `user_code=${encodeURIComponent(userCode)}`;
    this.#show(`${this.#webBase}${ACTIVATE_PATH}?${query}`).catch(() => this.close());
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.closed?.();
  }
}
