// What threads have that other channels have not. Source: machine specification.
import { Bool, integer, object, optional, Timestamp } from "../../schema/values.ts";

/** How a thread ends. */
export const ThreadMetadata = object({
  archived: Bool,
  archive_timestamp: Timestamp,
  /** Minutes without a message. */
  auto_archive_duration: integer(),
  locked: Bool,
  /** Of private threads: members who may not manage it can add others. */
  invitable: optional(Bool),
  create_timestamp: Timestamp,
});

/** Fields of a channel that stand there for threads alone. */
export const threadFields = {
  thread_metadata: optional(ThreadMetadata),
  message_count: optional(integer()),
  /** Deleted messages count too. */
  total_message_sent: optional(integer()),
  member_count: optional(integer()),
};
