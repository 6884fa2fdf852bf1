// Limits of channels and threads.
import type { NamedLimit } from "./named-limit.ts";

const page = "protocol: channels-and-threads 1.3";
const fields = "protocol: channels-and-threads 1.1";

export const channelLimits = {
  channelsPerGuild: {
    value: 500,
    unit: "channels per guild, including categories and excluding threads",
    source: page,
  },
  channelsPerCategory: { value: 50, unit: "channels per category", source: page },
  overwrites: { value: 100, unit: "permission overwrites per form", source: fields },
  overwritesPerChannel: {
    value: 1000,
    unit: "permission overwrites per channel",
    source: "protocol: gateway-oauth-limits 1.6",
  },
  slowmode: {
    value: 21_600,
    unit: "seconds between two messages of one user",
    source: fields,
  },
  forumTags: { value: 20, unit: "tags per forum", source: fields },
  appliedTags: { value: 5, unit: "tags per post", source: fields },
  threadMembers: {
    value: 1000,
    unit: "members per thread",
    source: "protocol: channels-and-threads 2.5",
  },
  activeThreads: {
    value: 1000,
    unit: "threads per channel that are not archived",
    source: "protocol: channels-and-threads 2.1",
  },
  groupRecipients: {
    value: 10,
    unit: "users in a group DM",
    source: "protocol: channels-and-threads 4",
  },
  groupsOfApplication: {
    value: 10,
    unit: "group DMs that an application manages at a time",
    source: "protocol: channels-and-threads 4",
  },
  crosspostsPerChannel: {
    value: 10,
    unit: "messages that an announcement channel publishes",
    windowMs: 3_600_000,
    source: "protocol: channels-and-threads 6",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;
