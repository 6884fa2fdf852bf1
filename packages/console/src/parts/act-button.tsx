// A button for an action that changes something: it is disabled while the service cannot be
// reached.
import type { ComponentProps } from "react";
import { useIsLost } from "../live/live.ts";

/**
 * While disabled it keeps the focus and leaves the form's fields usable, so that typing is not
 * lost. Enter in a field is blocked too, because browsers turn it into a click of this button.
 */
export function ActButton({ onClick, title, ...rest }: ComponentProps<"button">) {
  const isLost = useIsLost();
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isLost ? true : undefined}
      title={isLost ? "The service is unreachable" : title}
      onClick={(event) => {
        if (isLost) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
