// A launched Activity: opens a page of it that runs on this machine, with the parameters that a
// client would pass. Source: the reference's public documentation, Activities.
import { useState } from "react";
import { useActor } from "./acting.ts";
import { randomHex } from "../parts/random.ts";
import { placeOf, useSeen } from "./session/use-session.ts";
import { Id } from "../parts/parts.tsx";
import styles from "./stage.module.css";

/** The key under which this browser stores the URL of the page. */
const STORAGE_KEY = "antechamber-activity";
const USUAL = "http://localhost:5173/";

/** The URL of the page, with the parameters that its SDK reads. */
function addressOf(
  base: string,
  given: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const url = URL.parse(base);
  if (url === null || !url.protocol.startsWith("http")) return undefined;
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

export function Activity({ instance }: { readonly instance: string }) {
  const { user, channel } = useActor();
  const { guild } = placeOf(useSeen(), channel);
  const [base, setBase] = useState(() => localStorage.getItem(STORAGE_KEY) ?? USUAL);
  const [frame] = useState(randomHex);
  const address = addressOf(base, {
    instance_id: instance,
    channel_id: channel,
    guild_id: guild?.id,
    frame_id: frame,
    platform: "desktop",
  });
  return (
    <div className={styles.embed} role="group" aria-label="Activity">
      <span>
        {user} is in activity <Id id={instance} />. Users who launch it in this channel join the
        same instance.
      </span>
      <label className={styles.option}>
        Activity URL{" "}
        <input
          type="url"
          value={base}
          onChange={({ target }) => {
            setBase(target.value);
            localStorage.setItem(STORAGE_KEY, target.value);
          }}
        />
      </label>
      {address === undefined ? null : (
        <a href={address} target="_blank" rel="noreferrer noopener">
          Open as {user} ↗
        </a>
      )}
    </div>
  );
}
