// Choices of a menu of which several may be taken, and of groups in modals.
import type { ReactNode } from "react";
import { optionText, type OptionData } from "./component-kinds.ts";
import styles from "./stage.module.css";

interface ChoicesProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly options: readonly OptionData[];
  /** One of them, or several. */
  readonly type: "radio" | "checkbox";
  readonly isRequired?: boolean;
  readonly isOff?: boolean;
  /** The id of what is said about them. */
  readonly describedBy?: string;
}

/** Each option with a mark of its own, all under one name. */
export function Choices(props: ChoicesProps) {
  const { name, label, options, type, isRequired = false, isOff = false, describedBy } = props;
  return (
    <fieldset className={styles.choices} disabled={isOff} aria-describedby={describedBy}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type={type}
            name={name}
            value={option.value}
            defaultChecked={option.default === true}
            required={isRequired && type === "radio"}
          />
          {optionText(option)}
          {option.description === undefined ? null : (
            <span className={styles.note}> {option.description}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** Why so many choices may not be sent; undefined where they may. */
export function countFault(
  count: number,
  { min, max }: { readonly min: number; readonly max: number },
): string | undefined {
  if (count >= min && count <= max) return undefined;
  return min === max ? `Choose ${min}.` : `Choose ${min} to ${max}.`;
}
