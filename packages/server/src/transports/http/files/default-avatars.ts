// The default avatars: a person's outline on one of six colours.
import { pngOf } from "../../../platform/formats/png.ts";

export const DEFAULT_AVATAR_PATH = "/cdn/embed/avatars/:picture";

/** Red, green and blue of each background. */
const COLOURS = ["5661d8", "6f7786", "3a9d6e", "d9912b", "d04a4f", "c2558f"] as const;

const SIDE = 128;

/** The six pictures, by the file names that clients request. */
export function defaultAvatars(): ReadonlyMap<string, Buffer> {
  const picture = { width: SIDE, height: SIDE, pixels: outline() };
  return new Map(
    COLOURS.map((colour, i) => [`${i}.png`, pngOf({ ...picture, palette: [colour, "ffffff"] })]),
  );
}

/** Pixels: 0 is background, 1 is the person. */
function outline(): Uint8Array {
  const pixels = new Uint8Array(SIDE * SIDE);
  const within = (x: number, y: number, radius: number) => x * x + y * y <= radius * radius;
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const across = x - SIDE / 2;
      const isPerson = within(across, y - 50, 24) || within(across, y - 124, 44);
      pixels[y * SIDE + x] = isPerson ? 1 : 0;
    }
  }
  return pixels;
}
