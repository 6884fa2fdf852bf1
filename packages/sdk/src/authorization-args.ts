// The arguments with which a game asks a person to authorize it. Source: requirements 2.5,
// protocol: lobbies-and-sdk 8.1.
import type { AuthorizationCodeChallenge } from "./code-challenge.ts";
import type { IntegrationType } from "./enums.ts";
import { ValueObject } from "./value-object.ts";

interface RequestFields {
  readonly clientId: bigint | undefined;
  readonly scopes: string;
}

/** The arguments that every request for tokens has. */
abstract class RequestArgs<Fields extends RequestFields> extends ValueObject<Fields> {
  /** The application's id; if unset, the one that `Client.SetApplicationId` set. */
  ClientId(): bigint | undefined {
    return this.fields.clientId;
  }

  SetClientId(clientId: bigint | undefined): void {
    this.set({ clientId } as Partial<Fields>);
  }

  /** OAuth2 scopes with spaces between them. */
  Scopes(): string {
    return this.fields.scopes;
  }

  SetScopes(scopes: string): void {
    this.set({ scopes } as Partial<Fields>);
  }
}

interface AuthorizationFields extends RequestFields {
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  readonly codeChallenge: AuthorizationCodeChallenge | undefined;
  readonly integrationType: IntegrationType | undefined;
  readonly customSchemeParam: string | undefined;
}

const nothing: AuthorizationFields = {
  clientId: undefined,
  scopes: "",
  state: undefined,
  nonce: undefined,
  codeChallenge: undefined,
  integrationType: undefined,
  customSchemeParam: undefined,
};

/** The arguments of `Client.Authorize`. */
export class AuthorizationArgs extends RequestArgs<AuthorizationFields> {
  /** The null object: it has no properties and cannot be filled. */
  static readonly nullobj = new AuthorizationArgs(null);

  constructor(fields?: Partial<AuthorizationFields> | null) {
    const codeChallenge = fields?.codeChallenge?.clone();
    super(fields === null ? undefined : { ...nothing, ...fields, codeChallenge });
  }

  /** Best left unset: the client then makes a random state. It checks the state either way. */
  State(): string | undefined {
    return this.fields.state;
  }

  SetState(state: string | undefined): void {
    this.set({ state });
  }

  /** The ID token repeats it. */
  Nonce(): string | undefined {
    return this.fields.nonce;
  }

  SetNonce(nonce: string | undefined): void {
    this.set({ nonce });
  }

  /** Needed if the game exchanges the code itself. */
  CodeChallenge(): AuthorizationCodeChallenge | undefined {
    return this.fields.codeChallenge?.clone();
  }

  SetCodeChallenge(codeChallenge: AuthorizationCodeChallenge | undefined): void {
    this.set({ codeChallenge: codeChallenge?.clone() });
  }

  /** How the application is installed if the person agrees to that. */
  IntegrationType(): IntegrationType | undefined {
    return this.fields.integrationType;
  }

  SetIntegrationType(integrationType: IntegrationType | undefined): void {
    this.set({ integrationType });
  }

  /** The plain name of a URL scheme; the redirect is then `<name>:/authorize/callback`. */
  CustomSchemeParam(): string | undefined {
    return this.fields.customSchemeParam;
  }

  SetCustomSchemeParam(customSchemeParam: string | undefined): void {
    this.set({ customSchemeParam });
  }

  protected override fresh(): this {
    return new AuthorizationArgs() as this;
  }
}

/** The arguments of `Client.GetTokenFromDevice`. */
export class DeviceAuthorizationArgs extends RequestArgs<RequestFields> {
  /** The null object: it has no properties and cannot be filled. */
  static readonly nullobj = new DeviceAuthorizationArgs(null);

  constructor(fields?: Partial<RequestFields> | null) {
    super(fields === null ? undefined : { clientId: undefined, scopes: "", ...fields });
  }

  protected override fresh(): this {
    return new DeviceAuthorizationArgs() as this;
  }
}
