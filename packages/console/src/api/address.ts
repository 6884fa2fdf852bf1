// The URL holds the page's state (world, filter, selection), so that a link shows the same.
import { useCallback } from "react";
import { useLocation, useSearchParams } from "wouter";
import { MAIN } from "./control.ts";

/** The name of the world that is shown. */
export function useWorld(): string {
  const [parameters] = useSearchParams();
  return parameters.get("w") ?? MAIN;
}

/** A query parameter of the URL, with its setter. */
export function useParameter(name: string): readonly [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setParameters(
        (old) => {
          const next = new URLSearchParams(old);
          if (value === "") next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [name, setParameters],
  );
  return [parameters.get(name) ?? "", set];
}

/** Returns a function that makes the URL of a page in the same world. */
export function useHref(): (path: string, query?: Readonly<Record<string, string>>) => string {
  const world = useWorld();
  return useCallback(
    (path, query = {}) => {
      const parameters = new URLSearchParams(query);
      if (world !== MAIN) parameters.set("w", world);
      const text = parameters.toString();
      return text === "" ? path : `${path}?${text}`;
    },
    [world],
  );
}

/** Returns a function that navigates to a page in the same world. */
export function useGo(): (path: string, query?: Readonly<Record<string, string>>) => void {
  const [, navigate] = useLocation();
  const href = useHref();
  return useCallback((path, query) => navigate(href(path, query)), [navigate, href]);
}
