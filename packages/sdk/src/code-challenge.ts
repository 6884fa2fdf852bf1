// Proof that the client that exchanges a code is the one that requested it. Source: RFC 7636,
// protocol: lobbies-and-sdk 8.1, 8.4.
import { AuthenticationCodeChallengeMethod } from "./enums.ts";
import { ValueObject } from "./value-object.ts";

interface ChallengeFields {
  readonly method: AuthenticationCodeChallengeMethod;
  readonly challenge: string;
}

/** The challenge that goes with the request for a code. */
export class AuthorizationCodeChallenge extends ValueObject<ChallengeFields> {
  /** The null object: it has no properties and cannot be filled. */
  static readonly nullobj = new AuthorizationCodeChallenge(null);

  constructor(fields?: Partial<ChallengeFields> | null) {
    const empty = { method: AuthenticationCodeChallengeMethod.S256, challenge: "" };
    super(fields === null ? undefined : { ...empty, ...fields });
  }

  /** How the challenge is derived from the verifier: S256. */
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

/** A verifier with its challenge; made by `Client.CreateAuthorizationCodeVerifier`. */
export class AuthorizationCodeVerifier extends ValueObject<VerifierFields> {
  /** The null object: it has no properties and cannot be filled. */
  static readonly nullobj = new AuthorizationCodeVerifier(null);

  constructor(fields: VerifierFields | null) {
    super(fields === null ? undefined : { ...fields, challenge: fields.challenge.clone() });
  }

  /** The challenge to pass to `Authorize`. */
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
