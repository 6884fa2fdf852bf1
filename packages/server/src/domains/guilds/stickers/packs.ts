// The standard stickers: one pack of turning shapes. Their files are generated here, so that no
// artwork is copied. Source: protocol: expressions-and-events 1.5.
import {
  StickerFormat,
  StickerType,
  type StandardSticker,
  type StickerPack,
} from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";

type Standard = Static<typeof StandardSticker>;

/** A shape: its name, tags, and number of corners, which is 0 for a circle. */
interface Shape {
  readonly id: string;
  readonly name: string;
  readonly tags: string;
  readonly corners: number;
  /** Red, green and blue, each from 0 to 1. */
  readonly colour: readonly [number, number, number];
}

/** Lower than every id of a world, and with as many digits as clients expect. */
const PACK_ID = "10000000000000001";
const SKU_ID = "10000000000000002";
const COVER_ID = "10000000000000011";

const shapes: readonly Shape[] = [
  {
    id: COVER_ID,
    name: "Circle",
    tags: "circle, round, ball",
    corners: 0,
    colour: [0.34, 0.38, 0.85],
  },
  {
    id: "10000000000000012",
    name: "Triangle",
    tags: "triangle, warning",
    corners: 3,
    colour: [0.85, 0.57, 0.17],
  },
  {
    id: "10000000000000013",
    name: "Square",
    tags: "square, box",
    corners: 4,
    colour: [0.23, 0.62, 0.43],
  },
  {
    id: "10000000000000014",
    name: "Hexagon",
    tags: "hexagon, honeycomb",
    corners: 6,
    colour: [0.76, 0.33, 0.56],
  },
];

const stickers: readonly Standard[] = shapes.map(({ id, name, tags }, i) => ({
  id,
  name,
  tags,
  description: `A ${name.toLowerCase()} that turns`,
  type: StickerType.STANDARD,
  format_type: StickerFormat.LOTTIE,
  pack_id: PACK_ID,
  sort_value: i + 1,
}));

/** Every sticker pack of the service. */
export const stickerPacks: readonly Static<typeof StickerPack>[] = [
  {
    id: PACK_ID,
    sku_id: SKU_ID,
    name: "Turning Shapes",
    description: "Say it with a shape.",
    stickers: [...stickers],
    cover_sticker_id: COVER_ID,
  },
];

/** A standard sticker, or undefined. */
export function standardSticker(id: string): Standard | undefined {
  return stickers.find((sticker) => sticker.id === id);
}

/** The file of a standard sticker, or undefined. */
export function standardStickerFile(id: string): string | undefined {
  const shape = shapes.find((each) => each.id === id);
  return shape && JSON.stringify(turning(shape));
}

const SIDE = 320;
const FRAMES = 60;

/** An animation of two seconds with one turn of the shape. Source: the public schema of Lottie. */
function turning({ name, corners, colour }: Shape): object {
  const centre = [SIDE / 2, SIDE / 2];
  const fixed = (value: unknown) => ({ a: 0, k: value });
  const outline =
    corners === 0
      ? { ty: "el", p: fixed([0, 0]), s: fixed([220, 180]) }
      : {
          ty: "sr",
          sy: 2,
          pt: fixed(corners),
          p: fixed([0, 0]),
          r: fixed(0),
          or: fixed(120),
          os: fixed(0),
        };
  const turn = {
    a: 1,
    k: [
      { t: 0, s: [0] },
      { t: FRAMES, s: [360] },
    ],
  };
  return {
    v: "5.7.0",
    fr: 30,
    ip: 0,
    op: FRAMES,
    w: SIDE,
    h: SIDE,
    nm: name,
    assets: [],
    layers: [
      {
        ty: 4,
        ip: 0,
        op: FRAMES,
        st: 0,
        ks: { o: fixed(100), r: turn, p: fixed(centre), a: fixed([0, 0]), s: fixed([100, 100]) },
        shapes: [outline, { ty: "fl", c: fixed([...colour, 1]), o: fixed(100), r: 1 }],
      },
    ],
  };
}
