// Completion words for values with few choices. They do not restrict the value: what parses it has
// better error messages than the command-line parser, or takes other values too.
import type { Argument, Command, Option } from "commander";

/** Words for a value, or for each part of a comma-separated list. */
type Offer = readonly string[] | { readonly parts: readonly string[] };

/** Words by flag, such as `--as`, or by the name of an argument. */
export type Offers = Readonly<Record<string, Offer>>;

/** A command with completion words for its values. */
interface Offering {
  readonly offers?: Offers;
}

/** Sets the completion words for values of a command. */
export function withOffers(command: Command, offers: Offers): Command {
  return Object.assign(command, { offers });
}

/** The completion words for a value that are known without the service. */
export function offersFor(
  command: Command,
  target: Option | Argument,
  typed: string,
): readonly string[] {
  const name = "flags" in target ? (target.long ?? "") : target.name();
  const found = (command as Offering).offers?.[name] ?? target.argChoices ?? [];
  if (!("parts" in found)) return found;
  const { parts } = found;
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const alreadyTyped = before.split(",");
  return parts.filter((each) => !alreadyTyped.includes(each)).map((each) => before + each);
}
