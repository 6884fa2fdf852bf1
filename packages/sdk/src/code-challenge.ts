// Proof that a code is exchanged by the client that asked for it. Source: RFC 7636, protocol:
// lobbies-and-sdk 8.1, 8.4.
import { AuthenticationCodeChallengeMethod } from "./enums.ts";
import { ValueObject } from "./value-object.ts";

interface ChallengeFields {
  readonly method: AuthenticationCodeChallengeMethod;
  readonly challenge: string;
}

/** The part that goes with the request for a code. */
export class AuthorizationCodeChallenge extends ValueObject<ChallengeFields> {
  /** The one that holds nothing and never will. */
  static readonly nullobj = new AuthorizationCodeChallenge(null);

  constructor(fields?: Partial<ChallengeFields> | null) {
    const empty = { method: AuthenticationCodeChallengeMethod.S256, challenge: "" };
    super(fields === null ? undefined : { ...empty, ...fields });
  }

  /** How the challenge follows from the verifier: S256. */
  Method(): AuthenticationCodeChallengeMethod {
    return this.fields.method;
  }

  SetMethod(method: AuthenticationCodeChallengeMethod): void {
    this.set({ method });
  }

  /** Unpadded base64url of the verifier's SHA-256. */
  Challenge(): string {
    return this.fields.challenge;
  }

  SetChallenge(challenge: string): void {
    this.set({ challenge });
  }

  protected override fresh(): this {
    return new AuthorizationCodeChallenge() as this;
  }
}

interface VerifierFields {
  readonly challenge: AuthorizationCodeChallenge;
  readonly verifier: string;
}

/** A challenge with its secret; made by `Client.CreateAuthorizationCodeVerifier`. */
export class AuthorizationCodeVerifier extends ValueObject<VerifierFields> {
  /** The one that holds nothing and never will. */
  static readonly nullobj = new AuthorizationCodeVerifier(null);

  constructor(fields: VerifierFields | null) {
    super(fields === null ? undefined : { ...fields, challenge: fields.challenge.clone() });
  }

  /** What goes with `Authorize`. */
  Challenge(): AuthorizationCodeChallenge {
    return this.fields.challenge.clone();
  }

  SetChallenge(challenge: AuthorizationCodeChallenge): void {
    this.set({ challenge: challenge.clone() });
  }

  /** 43 to 128 unreserved characters, sent when the code is exchanged. */
  Verifier(): string {
    return this.fields.verifier;
  }

  SetVerifier(verifier: string): void {
    this.set({ verifier });
  }

  protected override fresh(): this {
    const challenge = new AuthorizationCodeChallenge();
    return new AuthorizationCodeVerifier({ challenge, verifier: "" }) as this;
  }
}
