// Declarations in words, for the reference pages.
import type { Auth } from "../auth.ts";
import type { ErrorDeclaration } from "../error.ts";

/** A way to authenticate, in words. */
export function callerText(auth: Auth): string {
  switch (auth.kind) {
    case "bot":
      return "`Bot` token";
    case "bearer":
      return auth.scopes.length === 0
        ? "`Bearer` token"
        : `\`Bearer\` token with ${auth.scopes.map((scope) => `\`${scope}\``).join(" or ")}`;
    case "signedIn":
      return "user token";
    case "control":
      return "`Control` key";
    case "open":
      return "anyone";
  }
}

/** Status, code and name of an error; most errors that concern no resource have the code 0. */
export function errorText({ code, status, name }: ErrorDeclaration): string {
  return code === 0 ? `${status} ${name}` : `${status}/${code} ${name}`;
}
