// The picture of a widget: the guild's name and its number of online members.
// Source: protocol: guild-settings 2.4.
import type { widgetStyles } from "@antechamber/contract/guilds";
import { pngOf } from "../../../platform/formats/png.ts";
import { drawable, drawText, widthOf } from "./letters.ts";

type Style = (typeof widgetStyles)[number];

/** Colours of the background, the band and the text. */
const palette = ["2b2d31", "5661d8", "ffffff"] as const;
const [GROUND, BAND, TEXT] = [0, 1, 2] as const;

interface Line {
  readonly y: number;
  /** Pixels of the picture per pixel of a letter. */
  readonly scale: number;
  /** `name`: the name of the guild; `online`: its number of online members. */
  readonly text: string;
}

interface Layout {
  readonly width: number;
  readonly height: number;
  /** The band across the picture: its first row and its height. */
  readonly band: readonly [from: number, height: number];
  readonly lines: readonly Line[];
}

const layouts: Readonly<Record<Style, Layout>> = {
  shield: { width: 140, height: 20, band: [0, 20], lines: [{ y: 6, scale: 1, text: "online" }] },
  banner1: {
    width: 320,
    height: 110,
    band: [86, 24],
    lines: [
      { y: 20, scale: 2, text: "name" },
      { y: 52, scale: 2, text: "online" },
      { y: 95, scale: 1, text: "POWERED BY ANTECHAMBER" },
    ],
  },
  banner2: {
    width: 320,
    height: 56,
    band: [50, 6],
    lines: [
      { y: 10, scale: 2, text: "name" },
      { y: 34, scale: 1, text: "online" },
    ],
  },
  banner3: {
    width: 320,
    height: 110,
    band: [80, 30],
    lines: [
      { y: 16, scale: 2, text: "name" },
      { y: 46, scale: 2, text: "online" },
      { y: 90, scale: 1, text: "CHAT NOW" },
    ],
  },
  banner4: {
    width: 320,
    height: 180,
    band: [130, 32],
    lines: [
      { y: 36, scale: 3, text: "name" },
      { y: 80, scale: 2, text: "online" },
      { y: 139, scale: 2, text: "JOIN MY SERVER" },
    ],
  },
};

const MARGIN = 8;

/** @returns a PNG file */
export function widgetPicture(
  style: Style,
  { name, online }: { readonly name: string; readonly online: number },
): Uint8Array {
  const { width, height, band, lines } = layouts[style];
  const pixels = new Uint8Array(width * height).fill(GROUND);
  const words = new Map([
    ["name", name],
    ["online", `${online} ONLINE`],
  ]);
  const [from, high] = band;
  pixels.fill(BAND, from * width, (from + high) * width);
  for (const { y, scale, text } of lines) {
    const fitting = Math.floor((width - 2 * MARGIN) / (scale * 6));
    const line = drawable(words.get(text) ?? text).slice(0, fitting);
    const left = Math.floor((width - widthOf(line) * scale) / 2);
    drawText(line, (px, py) => {
      for (let row = 0; row < scale; row += 1) {
        const start = (y + py * scale + row) * width + left + px * scale;
        pixels.fill(TEXT, start, start + scale);
      }
    });
  }
  return pngOf({ width, height, pixels, palette });
}
