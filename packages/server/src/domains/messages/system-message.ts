// The messages that the service itself posts about what a user did in a channel.
// Source: machine specification (types of messages).
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { channels, type ChannelRecord } from "../guilds/guild.ts";
import { plainBody } from "./body.ts";
import { createMessage, type NewMessage } from "./operations.ts";

interface SystemMessage extends Pick<NewMessage, "origin"> {
  readonly channel: ChannelRecord;
  /** Who did what the message reports. */
  readonly author: Static<typeof User>;
  readonly type: number;
  readonly content?: string;
  /** The only user whom the message mentions. */
  readonly mentionedUserId?: string;
}

/** Posts a system message, into the channel as it is after the change that the message reports. */
export async function postSystemMessage(ctx: Context, message: SystemMessage): Promise<void> {
  const { channel, author, type, content = "", mentionedUserId, origin } = message;
  await createMessage(ctx, {
    channel: (await ctx.tx.get(channels, snowflakeKey(channel.id))) ?? channel,
    author,
    type,
    body: plainBody(content),
    rights: {
      allowed: { parse: [] },
      everyone: false,
      ...definedFields({ repliedUserId: mentionedUserId }),
    },
    ...definedFields({ origin }),
  });
}
