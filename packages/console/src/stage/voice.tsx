// The users in a voice channel, and buttons to join, mute and leave; no sound is transmitted.
import { hasVoice } from "@antechamber/contract/channel-types";
import type { Channel, GuildSeen, VoiceState } from "./session/seen-guilds.ts";
import { nameOfMember, useSeen, useSession } from "./session/use-session.ts";
import styles from "./stage.module.css";

export function isVoice({ type }: Channel): boolean {
  return hasVoice(type);
}

function stateText({ self_mute, self_deaf, mute = false, deaf = false }: VoiceState): string {
  const parts = [
    ...(self_mute || mute ? ["muted"] : []),
    ...(self_deaf || deaf ? ["deafened"] : []),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

interface InVoiceProps {
  readonly guild: GuildSeen;
  readonly channel: Channel;
}

export function InVoice({ guild, channel }: InVoiceProps) {
  const { me } = useSeen();
  const session = useSession();
  const here = [...guild.voice.values()].filter(({ channel_id: id }) => id === channel.id);
  const own = here.find(({ user_id: id }) => id === me?.id);
  const speak = (place: string | null, { isMute = false, isDeaf = false } = {}): void =>
    session.speak(guild.id, place, { isMute, isDeaf });
  return (
    <div className={styles.voice}>
      <ul aria-label={`In ${channel.name ?? "voice"}`}>
        {here.map((state) => {
          const member = guild.members.get(state.user_id);
          return (
            <li key={state.user_id}>
              {member === undefined ? state.user_id : nameOfMember(member)}
              {stateText(state)}
            </li>
          );
        })}
      </ul>
      {own === undefined ? (
        <button type="button" onClick={() => speak(channel.id)}>
          Join {channel.name}
        </button>
      ) : (
        <div className={styles.row}>
          <button
            type="button"
            aria-pressed={own.self_mute}
            onClick={() => speak(channel.id, { isMute: !own.self_mute, isDeaf: own.self_deaf })}
          >
            Mute
          </button>
          <button
            type="button"
            aria-pressed={own.self_deaf}
            onClick={() => speak(channel.id, { isMute: own.self_mute, isDeaf: !own.self_deaf })}
          >
            Deafen
          </button>
          <button type="button" onClick={() => speak(null)}>
            Leave {channel.name}
          </button>
        </div>
      )}
    </div>
  );
}
