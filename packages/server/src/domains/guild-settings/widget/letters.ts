// A bitmap font of five by seven pixels, for pictures.

/** The rows of each letter from top to bottom; one digit in base 32 holds the bits of a row. */
const rowsOf: Readonly<Record<string, string>> = {
  A: "ehhvhhh",
  B: "uhhuhhu",
  C: "ehggghe",
  D: "uhhhhhu",
  E: "vgguggv",
  F: "vgguggg",
  G: "ehgnhhe",
  H: "hhhvhhh",
  I: "e44444e",
  J: "72222ic",
  K: "hikokih",
  L: "ggggggv",
  M: "hrllhhh",
  N: "hpljhhh",
  O: "ehhhhhe",
  P: "uhhuggg",
  Q: "ehhhlid",
  R: "uhhukih",
  S: "fgge11u",
  T: "v444444",
  U: "hhhhhhe",
  V: "hhhhha4",
  W: "hhhllla",
  X: "hha4ahh",
  Y: "hha4444",
  Z: "v1248gv",
  0: "ehjlphe",
  1: "4c4444e",
  2: "eh1248v",
  3: "v2421he",
  4: "26aiv22",
  5: "vgu11he",
  6: "68guhhe",
  7: "v124888",
  8: "ehhehhe",
  9: "ehhf12c",
  " ": "0000000",
  "-": "000v000",
  ".": "00000cc",
  "!": "4444404",
  "'": "4480000",
};

/** The placeholder for letters that the font lacks. */
const UNKNOWN = "vhhhhhv";

const WIDTH = 5;
const GAP = 1;

/** The width of a text in pixels of the font, without the gap after the last letter. */
export function widthOf(text: string): number {
  return text.length === 0 ? 0 : text.length * (WIDTH + GAP) - GAP;
}

/** The text in upper case and without accents, as the font has it. */
export function drawable(text: string): string {
  const plain = text.normalize("NFD").replaceAll(/\p{Mark}/gu, "");
  return Array.from(plain.toUpperCase(), (each) => (each.length === 1 ? each : "?")).join("");
}

/** Calls `point` for every pixel of a text. */
export function drawText(text: string, point: (x: number, y: number) => void): void {
  for (const [i, letter] of Array.from(text).entries()) {
    drawLetter(letter, (x, y) => point(i * (WIDTH + GAP) + x, y));
  }
}

function drawLetter(letter: string, point: (x: number, y: number) => void): void {
  const rows = rowsOf[letter] ?? UNKNOWN;
  for (let y = 0; y < rows.length; y += 1) {
    const bits = Number.parseInt(rows.charAt(y), 32);
    for (let x = 0; x < WIDTH; x += 1) {
      if (((bits >> (WIDTH - 1 - x)) & 1) === 1) point(x, y);
    }
  }
}
