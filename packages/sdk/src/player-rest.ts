// Calls that functions of the client make with the player's token.
// Source: protocol: lobbies-and-sdk 6.1, 8.2.
import { ErrorType } from "./enums.ts";
import { ClientFailure } from "./outcome.ts";
import type { CallId, CallInput, CallReply, Rest } from "./rest.ts";

/** Where the client stands with the service. */
export interface ClientState {
  /** The token in use, if there is one. */
  readonly accessToken: string | undefined;
  /** True of a function of the client that the service has switched off. */
  isDisabled(name: string): boolean;
}

/** The calls behind functions of the client. */
export class PlayerRest {
  readonly #rest: Rest;
  readonly #state: ClientState;

  constructor(rest: Rest, state: ClientState) {
    this.#rest = rest;
    this.#state = state;
  }

  /**
   * Calls an endpoint for a function of the client.
   *
   * @throws ClientFailure where the function is switched off, or no token is in use
   */
  async call<I extends CallId>(name: string, id: I, input: CallInput<I>): Promise<CallReply<I>> {
    if (this.#state.isDisabled(name)) {
      throw new ClientFailure(ErrorType.Disabled, `${name} is switched off by the service`);
    }
    if (this.#state.accessToken === undefined) {
      throw new ClientFailure(ErrorType.ClientNotReady, "no token is in use: call UpdateToken");
    }
    return this.#rest.call(id, input);
  }
}
