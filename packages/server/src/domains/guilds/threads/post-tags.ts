// The tags of forum posts. Source: protocol: channels-and-threads 2.1.
import { TagRequired, UnknownTag } from "@antechamber/contract/channels";
import { ApiError, missingPermission } from "../../../platform/api-error.ts";
import type { ChannelRecord } from "../guild.ts";

/** The flag of a forum whose posts need a tag. */
export const REQUIRE_TAG = 1 << 4;

/** The tags of a post before and after a change. */
interface Tagging {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Whether moderated tags may be added and removed, which needs MANAGE_THREADS. */
  readonly mayModerate: boolean;
}

/** @throws UnknownTag, TagRequired, MissingPermissions for moderated tags without MANAGE_THREADS */
export function requireTags(
  { available_tags: available = [], flags }: ChannelRecord,
  { before, after, mayModerate }: Tagging,
): void {
  for (const id of new Set([...before, ...after])) {
    const tag = available.find((each) => each.id === id);
    const isChanged = before.includes(id) !== after.includes(id);
    if (tag === undefined && after.includes(id)) throw new ApiError(UnknownTag);
    if (isChanged && tag?.moderated === true && !mayModerate)
      throw missingPermission("MANAGE_THREADS");
  }
  if ((flags & REQUIRE_TAG) !== 0 && after.length === 0) throw new ApiError(TagRequired);
}
