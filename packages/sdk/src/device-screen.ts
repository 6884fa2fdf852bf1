// The page on which a person enters a code, for back ends that run the device flow themselves.
// Source: protocol: lobbies-and-sdk 8.5, 8.6.

/** The path of the page for entering a code, relative to the address of the sign-in pages. */
const ACTIVATE_PATH = "/activate";

/** Opens the page, and reports when it is closed. */
export class DeviceScreen {
  readonly #webBase: string;
  readonly #show: (url: string) => Promise<void>;
  #isOpen = false;
  closed: (() => void) | undefined;

  constructor(webBase: string, show: (url: string) => Promise<void>) {
    this.#webBase = webBase;
    this.#show = show;
  }

  /** Opens the page with the code filled in; if that fails, the page counts as closed at once. */
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
