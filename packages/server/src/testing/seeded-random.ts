/** The same bytes for the same seed, for tests that compare whole transcripts. */
export { seededRandom } from "../platform/random.ts";
