// SHA-256 of short texts. Browsers offer it only asynchronously, but a code verifier is made
// synchronously. Source: FIPS 180-4.

function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

const roundConstants = Int32Array.from(firstPrimes(64), (prime) => fraction(Math.cbrt(prime)));
const startState = firstPrimes(8).map((prime) => fraction(Math.sqrt(prime)));

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

function rotated(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}

/** The message, a one bit, zeros, and the length in bits, padded to whole blocks. */
function padded(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const bytes = new Uint8Array(blocks * BLOCK_BYTES);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, message.length * 8);
  return view;
}

function scheduleOf(view: DataView, offset: number): Int32Array {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(offset + i * 4);
  const word = (i: number) => words[i] as number;
  for (let i = 16; i < 64; i += 1) {
    const [near, far] = [word(i - 2), word(i - 15)];
    const small = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    const large = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    words[i] = word(i - 16) + small + word(i - 7) + large;
  }
  return words;
}

type State = [number, number, number, number, number, number, number, number];

function compressed(state: State, schedule: Int32Array): State {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + mixed + chosen + (roundConstants[i] ?? 0) + (schedule[i] ?? 0)) | 0;
    const turned = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (turned + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  const next = [a, b, c, d, e, f, g, h];
  return state.map((word, i) => (word + (next[i] ?? 0)) | 0) as State;
}

/** The 32 bytes of the SHA-256 of a text, which is encoded as UTF-8 and shorter than 500 MB. */
export function sha256(text: string): Uint8Array {
  const view = padded(new TextEncoder().encode(text));
  let state = startState as State;
  for (let offset = 0; offset < view.byteLength; offset += BLOCK_BYTES) {
    state = compressed(state, scheduleOf(view, offset));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(i * 4, word));
  return new Uint8Array(digest.buffer);
}
