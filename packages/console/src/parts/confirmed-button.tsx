// A button for what cannot be undone: the first press asks, the second acts.
import { useState } from "react";
import { ActButton } from "./act-button.tsx";

interface ConfirmedButtonProps {
  readonly label: string;
  /** The label that asks for the second press. */
  readonly question: string;
  readonly act: () => void;
}

/** Leaving the button, or Esc, withdraws the question. */
export function ConfirmedButton({ label, question, act }: ConfirmedButtonProps) {
  const [isAsked, ask] = useState(false);
  return (
    <ActButton
      type="button"
      onBlur={() => ask(false)}
      onKeyDown={(event) => {
        if (!isAsked || event.key !== "Escape") return;
        event.stopPropagation();
        ask(false);
      }}
      onClick={() => {
        ask(!isAsked);
        if (isAsked) act();
      }}
    >
      {isAsked ? question : label}
    </ActButton>
  );
}
