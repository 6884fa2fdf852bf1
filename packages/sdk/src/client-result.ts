// The result of a call of the client. Source: protocol: lobbies-and-sdk 8.1.
import { ErrorType } from "./enums.ts";
import { ValueObject } from "./value-object.ts";

interface ResultFields {
  readonly type: ErrorType;
  /** Undefined means that it follows from the type. */
  readonly successful: boolean | undefined;
  readonly error: string;
  readonly errorCode: number;
  readonly status: number;
  readonly responseBody: string;
  readonly retryable: boolean;
  readonly retryAfter: number;
}

const success: ResultFields = {
  type: ErrorType.None,
  successful: undefined,
  error: "",
  errorCode: 0,
  status: 0,
  responseBody: "",
  retryable: false,
  retryAfter: 0,
};

/** The result of a call: successful when its type is None. */
export class ClientResult extends ValueObject<ResultFields> {
  /** The null object: it has no properties and cannot be filled. */
  static readonly nullobj = new ClientResult(null);

  constructor(fields: Partial<ResultFields> | null) {
    super(fields === null ? undefined : { ...success, ...fields });
  }

  /** The kind of error; None for a call that succeeded. */
  Type(): ErrorType {
    return this.fields.type;
  }

  SetType(type: ErrorType): void {
    this.set({ type });
  }

  /** The error in words; for an OAuth2 error its code, such as `invalid_scope`. */
  Error(): string {
    return this.fields.error;
  }

  SetError(error: string): void {
    this.set({ error });
  }

  /** The API's error code; 0 unless the type is HTTPError. */
  ErrorCode(): number {
    return this.fields.errorCode;
  }

  SetErrorCode(errorCode: number): void {
    this.set({ errorCode });
  }

  /** The HTTP status; 0 unless the type is HTTPError. */
  Status(): number {
    return this.fields.status;
  }

  SetStatus(status: number): void {
    this.set({ status });
  }

  /** The body of the response, unchanged; empty unless the type is HTTPError. */
  ResponseBody(): string {
    return this.fields.responseBody;
  }

  SetResponseBody(responseBody: string): void {
    this.set({ responseBody });
  }

  /** True for a call that succeeded: its type is None, unless `SetSuccessful` said otherwise. */
  Successful(): boolean {
    return this.fields.successful ?? this.fields.type === ErrorType.None;
  }

  SetSuccessful(successful: boolean): void {
    this.set({ successful });
  }

  /** True if the same call may succeed later. */
  Retryable(): boolean {
    return this.fields.retryable;
  }

  SetRetryable(retryable: boolean): void {
    this.set({ retryable });
  }

  /** Seconds to wait before the call is made again, as the service requested. */
  RetryAfter(): number {
    return this.fields.retryAfter;
  }

  SetRetryAfter(retryAfter: number): void {
    this.set({ retryAfter });
  }

  /** For logs: `Success`, or `HTTPError (status 404, code 10031): Unknown Lobby`. */
  ToString(): string {
    if (this.Successful()) return "Success";
    const name = Object.entries(ErrorType).find(([, type]) => type === this.fields.type)?.[0];
    const { status, errorCode, error } = this.fields;
    const numbers = status === 0 ? "" : ` (status ${status}, code ${errorCode})`;
    return `${name}${numbers}: ${error}`;
  }

  protected override fresh(): this {
    return new ClientResult({}) as this;
  }
}
