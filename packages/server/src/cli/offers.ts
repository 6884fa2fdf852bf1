// The words that a shell offers for a value where there are only few. What reads the value says more
// of a wrong one than the parser of the command line would, or takes others too.
import type { Argument, Command, Option } from "commander";

/** Words for one value, or for each part of one that is a list with commas. */
type Offer = readonly string[] | { readonly parts: readonly string[] };

/** Offers by flag, `--as`, or by the name of an argument. */
export type Offers = Readonly<Record<string, Offer>>;

/** A command with what is offered for its values. */
interface Offering {
  readonly offers?: Offers;
}

/** Says what is offered for values of a command. */
export function withOffers(command: Command, offers: Offers): Command {
  return Object.assign(command, { offers });
}

/** What may stand in the place of a value, as far as that is known without the service. */
export function offered(
  command: Command,
  asked: Option | Argument,
  typed: string,
): readonly string[] {
  const name = "flags" in asked ? (asked.long ?? "") : asked.name();
  const found = (command as Offering).offers?.[name] ?? asked.argChoices ?? [];
  if (!("parts" in found)) return found;
  const { parts } = found;
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const taken = before.split(",");
  return parts.filter((each) => !taken.includes(each)).map((each) => before + each);
}
