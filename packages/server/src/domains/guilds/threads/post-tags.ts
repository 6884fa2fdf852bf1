// The tags that posts have. Source: protocol: channels-and-threads 2.1.
import { TagRequired, UnknownTag } from "@antechamber/contract/channels";
import { ApiError, missingPermission } from "../../../platform/api-error.ts";
import type { ChannelRecord } from "../guild.ts";

/** The flag of a channel whose posts need a tag. */
export const REQUIRE_TAG = 1 << 4;

/** What tags a post had and is to have. */
interface Tagging {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Whether tags may change that only those who manage threads give and take. */
  readonly mayModerate: boolean;
}

/** @throws UnknownTag, TagRequired, MissingPermissions for a tag that takes MANAGE_THREADS */
export function requireTags(
  { available_tags: known = [], flags }: ChannelRecord,
  { before, after, mayModerate }: Tagging,
): void {
  for (const id of new Set([...before, ...after])) {
    const tag = known.find((each) => each.id === id);
    const isChanged = before.includes(id) !== after.includes(id);
    if (tag === undefined && after.includes(id)) throw new ApiError(UnknownTag);
    if (isChanged && tag?.moderated === true && !mayModerate)
      throw missingPermission("MANAGE_THREADS");
  }
  if ((flags & REQUIRE_TAG) !== 0 && after.length === 0) throw new ApiError(TagRequired);
}
