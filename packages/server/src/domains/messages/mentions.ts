// What messages mention, as far as the mentions count.
// Source: protocol: commands-and-interactions 6.5, machine specification.
import {
  MessageFlag,
  type AllowedMentionsForm,
  type MessageChangeForm,
} from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import type { ReadContext } from "../../platform/context.ts";
import { roles } from "../guilds/guild.ts";
import { users, userView } from "../users/user.ts";
import type { MessageBody } from "./body.ts";
import { displayedText } from "./components/message-components.ts";

/** Which mentions count: those that the sender allows, and has the permissions for. */
export interface MentionRights {
  readonly allowed: AllowedMentionsForm | undefined;
  /** The sender may mention everyone, and roles that are not mentionable by all. */
  readonly everyone: boolean;
  /** The user who is replied to, when the reply mentions them. */
  readonly repliedUserId?: string;
}

/** A message to be sent, its guild, and which mentions count. */
interface Sent {
  readonly guildId: string | undefined;
  readonly body: Pick<MessageBody, "content" | "components">;
  readonly rights: MentionRights;
}

/**
 * True if a change replaces the text that mentions are read from. Only the newer components hold
 * text: replacing the legacy components of a message leaves its text unchanged.
 *
 * @param body the message after the change
 */
export function changesText(
  { content, components }: Pick<MessageChangeForm, "content" | "components">,
  { flags }: Pick<MessageBody, "flags">,
): boolean {
  const isTextInComponents = (flags & MessageFlag.IS_COMPONENTS_V2) !== 0;
  return (isTextInComponents ? components : content) !== undefined;
}

/** The mention fields of a message. */
export async function mentioned(ctx: ReadContext, { guildId, body, rights }: Sent) {
  const found = mentionsIn(`${body.content}\n${displayedText(body.components)}`, rights.allowed);
  const { repliedUserId } = rights;
  const ids = new Set([...(repliedUserId === undefined ? [] : [repliedUserId]), ...found.userIds]);
  const people = await Promise.all([...ids].map((id) => ctx.tx.get(users, snowflakeKey(id))));
  return {
    mentions: people.flatMap((user) => (user === undefined ? [] : [userView(user)])),
    mention_roles: await mentionedRoles(ctx, { guildId, ids: found.roleIds, rights }),
    mention_everyone: guildId !== undefined && rights.everyone && found.everyone,
  };
}

interface NamedRoles {
  readonly guildId: string | undefined;
  readonly ids: readonly string[];
  readonly rights: MentionRights;
}

async function mentionedRoles(
  ctx: ReadContext,
  { guildId, ids, rights }: NamedRoles,
): Promise<string[]> {
  if (guildId === undefined) return [];
  const found = await Promise.all(ids.map((id) => ctx.tx.get(roles, compoundKey(guildId, id))));
  return found.flatMap((role) =>
    role !== undefined && (role.mentionable || rights.everyone) ? [role.id] : [],
  );
}

/** The mentions in a text that the sender allows. */
export interface Mentions {
  readonly userIds: readonly string[];
  readonly roleIds: readonly string[];
  /** `@everyone` or `@here`. */
  readonly everyone: boolean;
}

/** How many different users or roles one message can mention. Source: machine specification. */
export const MENTIONS_MAX = 100;

/** Text in code blocks is shown as it is, without mentions. */
const CODE = /```[\s\S]*?```|``[\s\S]*?``|`[^`]*`/g;

function idsIn(text: string, pattern: RegExp): string[] {
  const ids = new Set(Array.from(text.matchAll(pattern), (match) => match[1] ?? ""));
  return [...ids].slice(0, MENTIONS_MAX);
}

/** The channels that a text mentions. */
export function channelsMentionedIn(text: string): string[] {
  return idsIn(text.replaceAll(CODE, " "), /<#([1-9][0-9]{0,18})>/g);
}

/**
 * The allowed mentions of what a webhook or an answer to an interaction says: those of users, if it
 * does not say which.
 *
 * @source the reference's public page on messages (discord-api-docs#7629)
 */
export function allowedInWebhooks(
  allowed: AllowedMentionsForm | null | undefined,
): AllowedMentionsForm {
  return allowed ?? { parse: ["users"] };
}

/** Without `allowed_mentions`, every mention counts; with it, only those that it allows. */
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
