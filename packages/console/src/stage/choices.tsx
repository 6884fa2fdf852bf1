// Radio buttons and checkboxes, for menus with several values and for groups in modals.
import type { ReactNode } from "react";
import { optionText, type OptionData } from "./component-kinds.ts";
import styles from "./stage.module.css";

interface ChoicesProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly options: readonly OptionData[];
  /** One value, or several. */
  readonly type: "radio" | "checkbox";
  readonly isRequired?: boolean;
  readonly isOff?: boolean;
  /** The id of the element that describes the group. */
  readonly describedBy?: string;
}

/** One radio button or checkbox for each option, all with the same name. */
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

/** Why this number of values may not be sent; undefined if it may. */
export function countFault(
  count: number,
  { min, max }: { readonly min: number; readonly max: number },
): string | undefined {
  if (count >= min && count <= max) return undefined;
  return min === max ? `Choose ${min}.` : `Choose ${min} to ${max}.`;
}
