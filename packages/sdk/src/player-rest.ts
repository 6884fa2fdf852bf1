// The REST calls that client functions make with the player's token. Source: protocol:
// lobbies-and-sdk 6.1, 8.2.
import { ErrorType } from "./enums.ts";
import { ClientFailure } from "./outcome.ts";
import type { CallId, CallInput, CallReply, Rest } from "./rest.ts";

/** The state of the client with the service. */
export interface ClientState {
  /** The current access token, if there is one. */
  readonly accessToken: string | undefined;
  /** True for a client function that the service has disabled. */
  isDisabled(name: string): boolean;
}

/** Makes the calls behind client functions. */
export class PlayerRest {
  readonly #rest: Rest;
  readonly #state: ClientState;

  constructor(rest: Rest, state: ClientState) {
    this.#rest = rest;
    this.#state = state;
  }

  /**
   * Calls an endpoint for a client function.
   *
   * @throws ClientFailure if the function is disabled, or no token is set
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
