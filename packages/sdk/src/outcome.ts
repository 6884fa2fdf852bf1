// Turns every result and error into a ClientResult: no call of the client throws.
import { ClientResult } from "./client-result.ts";
import { ErrorType } from "./enums.ts";
import { NetworkError, RestError } from "./rest-errors.ts";

/** A failure that the client itself detected. */
export class ClientFailure extends Error {
  readonly type: ErrorType;

  constructor(type: ErrorType, message: string) {
    super(message);
    this.type = type;
  }
}

/** The application that a call is for. @throws ClientFailure when none is set */
export function clientIdOf(applicationId: bigint | undefined): bigint {
  if (applicationId !== undefined) return applicationId;
  const message = "no application id: call SetApplicationId, or set ClientId";
  throw new ClientFailure(ErrorType.ValidationError, message);
}

/** Waits for a person's answer; rejects if the page could not be shown to them. */
export function firstOf<T>(answered: Promise<T>, shown: Promise<void>): Promise<T> {
  return Promise.race([answered, shown.then(() => answered)]);
}

/** The result of a successful call. */
export const success = (): ClientResult => new ClientResult({});

/** The status for a resource that other calls are using at the moment. */
const LOCKED = 423;

/** True for an HTTP status after which the same call may succeed later. */
export const isTransient = (status: number) => status === 429 || status === LOCKED || status >= 500;

/** The result for an error. */
export function resultOf(error: unknown): ClientResult {
  if (error instanceof RestError) {
    return new ClientResult({
      type: ErrorType.HTTPError,
      error: error.oauthError ?? error.message,
      errorCode: error.code,
      status: error.status,
      responseBody: error.body,
      retryable: isTransient(error.status),
      retryAfter: error.retryAfter,
    });
  }
  if (error instanceof NetworkError) {
    const type = isAbort(error.cause) ? ErrorType.Aborted : ErrorType.NetworkError;
    const retryable = type === ErrorType.NetworkError;
    return new ClientResult({ type, error: error.message, retryable });
  }
  if (error instanceof ClientFailure) {
    return new ClientResult({ type: error.type, error: error.message });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ClientResult({ type: ErrorType.ValidationError, error: message });
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && cause.name === "AbortError";
}

/** What a call resolves to: its result, with the values of a successful call. */
export type Outcome<V extends object> = { readonly result: ClientResult } & V;

/** Called with the result and the values, in the order of the sheet. */
export type Callback<A extends readonly unknown[]> = (result: ClientResult, ...values: A) => void;

interface Attempt<V extends object, A extends readonly unknown[]> {
  readonly work: () => Promise<V>;
  /** The values for a call that failed. */
  readonly empty: V;
  readonly values: (value: V) => A;
  readonly callback: Callback<A> | undefined;
}

/** Runs a call, and puts any error into the result, for the promise and for the callback. */
export async function attempt<V extends object, A extends readonly unknown[]>(
  of: Attempt<V, A>,
): Promise<Outcome<V>> {
  // The call starts at once, and an error that it throws synchronously becomes a result too.
  const begun = new Promise<V>((resolve) => resolve(of.work()));
  const outcome = await begun.then(
    (value): Outcome<V> => ({ ...value, result: success() }),
    (error: unknown): Outcome<V> => ({ ...of.empty, result: resultOf(error) }),
  );
  of.callback?.(outcome.result, ...of.values(outcome));
  return outcome;
}

/** Like `attempt`, for a call without values. */
export async function attemptOnly(
  work: () => Promise<unknown>,
  callback: Callback<[]> | undefined,
): Promise<ClientResult> {
  const { result } = await attempt<object, []>({
    work: async () => {
      await work();
      return {};
    },
    empty: {},
    values: () => [],
    callback,
  });
  return result;
}
