// A button that has the service change something: it rests while the service cannot be reached.
import type { ComponentProps } from "react";
import { useIsLost } from "../live/live.ts";

/**
 * Keeps the focus while it rests, and leaves the fields of its form as they are: what is typed on
 * goes where it belongs. Enter in a field ends here as well, since browsers make it a click of this
 * button.
 */
export function ActButton({ onClick, title, ...rest }: ComponentProps<"button">) {
  const isLost = useIsLost();
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isLost ? true : undefined}
      title={isLost ? "The service cannot be reached" : title}
      onClick={(event) => {
        if (isLost) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
