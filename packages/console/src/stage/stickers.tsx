// Stickers: those of a message, and those that a user may send.
import { useQuery } from "@tanstack/react-query";
import type { types } from "@antechamber/sdk";
import { useWorld } from "../api/address.ts";
import { useFile } from "../api/own-files.ts";
import { Empty, Fault } from "../parts/parts.tsx";
import { useActor } from "./acting.ts";
import { placeOf, useSeen, useSession } from "./session/use-session.ts";
import styles from "./stage.module.css";

type StickerItem = types.StickerItem;

/** The formats of their files. Source: the reference's public documentation, Sticker Resource. */
const Format = { PNG: 1, APNG: 2, LOTTIE: 3, GIF: 4 } as const;
const SHOWN_MAX = 60;

/** An animation in Lottie format is shown by name, because it is not an image. */
function Sticker({
  sticker: { id, name, format_type: format },
}: {
  readonly sticker: StickerItem;
}) {
  const picture = useFile(`/cdn/stickers/${id}.${format === Format.GIF ? "gif" : "png"}`);
  if (format === Format.LOTTIE) return <span className={styles.media}>{name}</span>;
  return <img src={picture} alt={name} width={80} />;
}

export function Stickers({ items = [] }: { readonly items?: readonly StickerItem[] | undefined }) {
  if (items.length === 0) return null;
  return (
    <div className={styles.row} role="group" aria-label="Stickers">
      {items.map((each) => (
        <Sticker key={each.id} sticker={each} />
      ))}
    </div>
  );
}

interface Shelf {
  readonly title: string;
  readonly stickers: readonly StickerItem[];
}

/** The stickers of this guild, of other guilds, and the standard ones. */
function useShelves() {
  const world = useWorld();
  const { channel } = useActor();
  const session = useSession();
  const seen = useSeen();
  const packs = useQuery({
    queryKey: [world, "sticker packs", session.user],
    staleTime: Infinity,
    queryFn: ({ signal }) => session.call("stickers.packs", { signal }),
  });
  const here = placeOf(seen, channel).guild;
  const guilds = [...seen.guilds.values()].toSorted(
    (a, b) => Number(b.id === here?.id) - Number(a.id === here?.id),
  );
  const shelves: readonly Shelf[] = [
    ...guilds.map(({ name, stickers }) => ({ title: name, stickers })),
    ...(packs.data?.sticker_packs ?? []).map(({ name, stickers }) => ({ title: name, stickers })),
  ];
  return {
    shelves: shelves.filter(({ stickers }) => stickers.length > 0),
    error: packs.error,
    isKnown: !packs.isPending,
  };
}

interface StickerChoiceProps {
  readonly send: (sticker: string) => void;
  readonly close: () => void;
}

/**
 * A choice of all stickers; the service refuses those that may not be sent here, and its message is
 * shown.
 */
export function StickerChoice({ send, close }: StickerChoiceProps) {
  const { shelves, error, isKnown } = useShelves();
  return (
    <div
      className={styles.composer}
      role="group"
      aria-label="Choose a sticker"
      onKeyDown={({ key }) => {
        if (key === "Escape") close();
      }}
    >
      <Fault error={error} />
      {isKnown && shelves.length === 0 ? (
        <Empty>No stickers available. Add one to the guild to send it.</Empty>
      ) : null}
      <div className={styles.shelves}>
        {shelves.map(({ title, stickers }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <div className={styles.row}>
              {stickers.slice(0, SHOWN_MAX).map((each) => (
                <button
                  key={each.id}
                  type="button"
                  aria-label={each.name}
                  onClick={() => {
                    send(each.id);
                    close();
                  }}
                >
                  <Sticker sticker={each} />
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
      <div className={styles.row}>
        <button type="button" autoFocus onClick={close}>
          Cancel
        </button>
      </div>
    </div>
  );
}
