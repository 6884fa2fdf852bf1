// Errors that only changes of channels return. Source: protocol: channels-and-threads 1.3.
import { error } from "../../error.ts";
import { limits } from "../../limits/limits.ts";

const codes = "protocol: channels-and-threads 1.3";

export const UnknownOverwrite = error({
  name: "UnknownOverwrite",
  status: 404,
  code: 10009,
  message: "Unknown Overwrite",
  source: codes,
});
export const TooManyChannels = error({
  name: "TooManyChannels",
  status: 400,
  code: 30013,
  message: `Maximum number of server channels reached (${limits.channelsPerGuild.value})`,
  source: codes,
});
export const TooManyOverwrites = error({
  name: "TooManyOverwrites",
  status: 400,
  code: 30060,
  message: `Maximum number of channel permission overwrites reached (${limits.overwritesPerChannel.value})`,
  source: "protocol: gateway-oauth-limits 1.6",
});
export const OneParentAtATime = error({
  name: "OneParentAtATime",
  status: 400,
  code: 40009,
  message: "Only one channel can have a parent_id modified at a time",
  source: "protocol: channels-and-threads 1.5",
});
export const TagNamesNotUnique = error({
  name: "TagNamesNotUnique",
  status: 400,
  code: 40061,
  message: "Tag names must be unique",
  source: codes,
});
export const NoTagForEveryone = error({
  name: "NoTagForEveryone",
  status: 400,
  code: 40066,
  message: "There are no tags available that can be set by non-moderators",
  source: codes,
});
export const CommunityChannelNotText = error({
  name: "CommunityChannelNotText",
  status: 400,
  code: 50086,
  message: "Community server channels must be text channels",
  source: codes,
});
export const CommunityChannelRequired = error({
  name: "CommunityChannelRequired",
  status: 400,
  code: 50074,
  message: "Cannot delete a channel required for Community servers",
  source: codes,
});
export const LinkedChannelAgeRestricted = error({
  name: "LinkedChannelAgeRestricted",
  status: 400,
  code: 570_001,
  message: "Channels linked to a lobby cannot be age-restricted.",
  source: "protocol: lobbies-and-sdk 4; the HTTP status follows 13 #2",
});
