// Limits of interactions.
import type { NamedLimit } from "./named-limit.ts";

const seconds = (count: number) => count * 1000;
const minutes = (count: number) => count * 60_000;

const answers = "protocol: commands-and-interactions 6.1";

export const interactionLimits = {
  firstAnswer: { value: seconds(3), unit: "milliseconds", source: answers },
  interactionTokenLife: { value: minutes(15), unit: "milliseconds", source: answers },
  followUpsOfUserInstall: {
    value: 5,
    unit: "messages per interaction",
    source: "protocol: commands-and-interactions 6.4",
  },
  endpointPatience: {
    value: seconds(10),
    unit: "real milliseconds for a reply by HTTP, whatever the clock does",
    source: "assumed: a cap beside the clock's three seconds; product.md, Control plane",
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;
