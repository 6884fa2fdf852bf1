// Width and height of a picture, from the first bytes of the four formats that clients show.

/** Pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

type Measure = (view: DataView) => PictureSize | undefined;

function startsWith(view: DataView, text: string, at = 0): boolean {
  if (view.byteLength < at + text.length) return false;
  for (let i = 0; i < text.length; i++) {
    if (view.getUint8(at + i) !== text.charCodeAt(i)) return false;
  }
  return true;
}

const png: Measure = (view) =>
  startsWith(view, "\u0089PNG\r\n\u001A\n") && view.byteLength >= 24
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : undefined;

const gif: Measure = (view) =>
  startsWith(view, "GIF8") && view.byteLength >= 10
    ? { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    : undefined;

/** The three kinds of chunk that a WebP file begins with. */
const webp: Measure = (view) => {
  if (!startsWith(view, "RIFF") || !startsWith(view, "WEBP", 8) || view.byteLength < 30) {
    return undefined;
  }
  if (startsWith(view, "VP8X", 12)) {
    const side = (at: number) => (view.getUint16(at, true) | (view.getUint8(at + 2) << 16)) + 1;
    return { width: side(24), height: side(27) };
  }
  if (startsWith(view, "VP8L", 12)) {
    const packed = view.getUint32(21, true);
    return { width: (packed & 0x3f_ff) + 1, height: ((packed >>> 14) & 0x3f_ff) + 1 };
  }
  if (!startsWith(view, "VP8 ", 12)) return undefined;
  return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff };
};

/** Frame headers: C0 to CF without the three that define tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const jpeg: Measure = (view) => {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xff_d8) return undefined;
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    if (isFrame(view.getUint8(at + 1))) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
};

/** The size of a PNG, GIF, WebP or JPEG picture; undefined for anything else. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return png(view) ?? gif(view) ?? webp(view) ?? jpeg(view);
}
