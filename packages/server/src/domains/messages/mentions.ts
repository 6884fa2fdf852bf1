// Who and what a text mentions. Source: machine specification, allowed mentions; protocol:
// commands-and-interactions 6.1.
import type { AllowedMentionsForm } from "@antechamber/contract";

/** What a text mentions, as far as its sender lets it count. */
export interface Mentions {
  readonly userIds: readonly string[];
  readonly roleIds: readonly string[];
  /** `@everyone` or `@here`. */
  readonly everyone: boolean;
}

/** Different users or roles that one message can mention. Source: machine specification. */
export const MENTIONS_MAX = 100;

/** What stands in code is shown as it is, and mentions nobody. */
const CODE = /```[\s\S]*?```|``[\s\S]*?``|`[^`]*`/g;

function idsIn(text: string, pattern: RegExp): string[] {
  const ids = new Set(Array.from(text.matchAll(pattern), (match) => match[1] ?? ""));
  return [...ids].slice(0, MENTIONS_MAX);
}

/** Without a list of what is allowed, every mention counts; with one, only what it names. */
export function mentionsIn(content: string, allowed: AllowedMentionsForm | undefined): Mentions {
  const text = content.replaceAll(CODE, " ");
  const kinds = new Set<string>(allowed?.parse);
  const counts = (kind: "users" | "roles") => (id: string) =>
    allowed === undefined || kinds.has(kind) || (allowed[kind]?.includes(id) ?? false);
  return {
    userIds: idsIn(text, /<@!?([1-9][0-9]{0,18})>/g).filter(counts("users")),
    roleIds: idsIn(text, /<@&([1-9][0-9]{0,18})>/g).filter(counts("roles")),
    everyone: /@(?:everyone|here)\b/.test(text) && (allowed === undefined || kinds.has("everyone")),
  };
}
