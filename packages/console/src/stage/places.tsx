// The guilds, channels and direct messages that a user can view, and the users in voice.
import { ChannelType, hasMessages } from "@antechamber/contract/channel-types";
import { channelLimits } from "@antechamber/contract/channels-limits";
import { holds } from "@antechamber/contract/permissions";
import { useState } from "react";
import { useActor } from "./acting.ts";
import { useTry } from "./message-menu.ts";
import { permissionsOf } from "./session/permissions.ts";
import type { Channel, GuildSeen } from "./session/seen-guilds.ts";
import { nameOfMember, nameOfUser, useSeen, useSession } from "./session/use-session.ts";
import { EntityPicker } from "./entity-picker.tsx";
import styles from "./stage.module.css";
import { InVoice, isVoice } from "./voice.tsx";

export function titleOf({ name, type, recipients = [] }: Channel): string {
  if (name !== undefined && name !== null) return name;
  const people = recipients.map(nameOfUser).join(", ");
  return type === ChannelType.GROUP_DM ? `group with ${people}` : people;
}

/** The channels with their threads, in the guild's order. */
function seenIn(guild: GuildSeen, me: string): readonly Channel[] {
  const seen = [...guild.channels.values()].filter((channel) =>
    holds(permissionsOf(guild, me, channel), "VIEW_CHANNEL"),
  );
  const isThread = ({ thread_metadata: thread }: Channel) => thread !== undefined;
  const byPosition = seen
    .filter((channel) => !isThread(channel) && channel.type !== ChannelType.GUILD_CATEGORY)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  return byPosition.flatMap((channel) => [
    channel,
    ...seen.filter((each) => isThread(each) && each.parent_id === channel.id),
  ]);
}

export function Places() {
  const { guilds, directs, me } = useSeen();
  return (
    <nav className={styles.places} aria-label="Channels and direct messages">
      {[...guilds.values()].map((guild) => (
        <section key={guild.id} aria-label={guild.name}>
          <h3>{guild.name}</h3>
          <ul>
            {seenIn(guild, me?.id ?? "").map((channel) => (
              <PlaceItem key={channel.id} channel={channel} guild={guild} />
            ))}
          </ul>
          <Online guild={guild} />
        </section>
      ))}
      <section aria-label="Direct messages">
        <h3>Direct messages</h3>
        <ul>
          {[...directs.values()].map((channel) => (
            <PlaceItem key={channel.id} channel={channel} />
          ))}
        </ul>
        <NewDirect />
      </section>
    </nav>
  );
}

/** The members with a presence; all others are offline. */
function Online({ guild }: { readonly guild: GuildSeen }) {
  const { presences } = useSeen();
  const shown = [...guild.members.values()].flatMap((member) => {
    const status = presences.get(member.user.id) ?? "offline";
    return status === "offline" ? [] : [`${nameOfMember(member)}: ${status}`];
  });
  return (
    <p className={styles.may}>{shown.length === 0 ? "Nobody is online." : shown.join(", ")}</p>
  );
}

interface PlaceItemProps {
  readonly channel: Channel;
  readonly guild?: GuildSeen;
}

function PlaceItem({ channel, guild }: PlaceItemProps) {
  const { channel: here, go } = useActor();
  const isThread = channel.thread_metadata !== undefined;
  const sign = guild === undefined ? "@" : isVoice(channel) ? "🔊 " : isThread ? "↳ " : "#";
  return (
    <li>
      {hasMessages(channel.type) ? (
        <button
          type="button"
          aria-current={channel.id === here ? "true" : undefined}
          onClick={() => go(channel.id)}
        >
          {sign}
          {titleOf(channel)}
        </button>
      ) : (
        <span>{titleOf(channel)}</span>
      )}
      {guild !== undefined && isVoice(channel) ? <InVoice guild={guild} channel={channel} /> : null}
    </li>
  );
}

/** The most users in a new group besides its creator. */
const OTHERS_MAX = channelLimits.groupRecipients.value - 1;

/** Opens a direct message with one user, or a group with several. */
function NewDirect() {
  const { go } = useActor();
  const session = useSession();
  const attempt = useTry();
  const [turn, setTurn] = useState(0);
  const start = async (recipients: readonly string[]): Promise<void> => {
    const [first = ""] = recipients;
    const body = recipients.length === 1 ? { recipient_id: first } : { recipients };
    const { id } = await session.call("users.openChannel", { body });
    setTurn(turn + 1);
    go(id);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const people = new FormData(event.currentTarget).getAll("people").map(String);
        const named = people.filter((each) => /^\d+$/.test(each));
        if (named.length > 0) attempt(() => start(named));
      }}
    >
      <EntityPicker
        key={turn}
        name="people"
        label="Recipients"
        kinds={["user"]}
        isAnywhere
        max={OTHERS_MAX}
      />
      <button type="submit">Open</button>
    </form>
  );
}
