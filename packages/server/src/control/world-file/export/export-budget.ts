// Limits an export to what one answer may hold.
import { limits } from "@antechamber/contract";
import { WorldTooLarge } from "@antechamber/contract/control";
import { ApiError } from "../../../platform/api-error.ts";

/** The size that an export may still grow by. */
export class ExportBudget {
  #left = limits.worldExport.value;

  /** Counts an entry against the budget. @throws WorldTooLarge */
  spend<E>(entry: E): E {
    return this.#spendLetters(entry, JSON.stringify(entry).length);
  }

  /** Counts an entry with long data, without serializing the data. */
  spendWith<E extends { readonly data: string }>(entry: E): E {
    const { data, ...rest } = entry;
    return this.#spendLetters(entry, JSON.stringify(rest).length + data.length);
  }

  #spendLetters<E>(entry: E, letters: number): E {
    this.#left -= letters;
    if (this.#left < 0) throw new ApiError(WorldTooLarge);
    return entry;
  }
}
