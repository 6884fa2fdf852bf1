// Errors that only threads return. Source: protocol: channels-and-threads 1.3, 2.
import { error } from "../../error.ts";
import { limits } from "../../limits/limits.ts";

const codes = "protocol: channels-and-threads 1.3, 2";

export const UnknownTag = error({
  name: "UnknownTag",
  status: 404,
  code: 10087,
  message: "Unknown tag",
  source: codes,
});
export const TooManyThreadMembers = error({
  name: "TooManyThreadMembers",
  status: 400,
  code: 30033,
  message: `Max number of thread participants has been reached (${limits.threadMembers.value})`,
  source: codes,
});
export const TooManyPinnedThreads = error({
  name: "TooManyPinnedThreads",
  status: 400,
  code: 30047,
  message: "Maximum number of pinned threads in a forum channel has been reached",
  source: codes,
});
export const TagRequired = error({
  name: "TagRequired",
  status: 400,
  code: 40067,
  message: "A tag is required to create a forum post in this channel",
  source: codes,
});
export const ThreadArchived = error({
  name: "ThreadArchived",
  status: 400,
  code: 50083,
  message: "Thread is archived",
  source: codes,
});
export const ThreadLocked = error({
  name: "ThreadLocked",
  status: 403,
  code: 160005,
  message: "This thread is locked",
  source: codes,
});
export const TooManyActiveThreads = error({
  name: "TooManyActiveThreads",
  status: 400,
  code: 160006,
  message: "Maximum number of active threads reached",
  source: codes,
});
