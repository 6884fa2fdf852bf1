// The theme: the system's, unless the user chose another in this browser.
const THEME = "antechamber-theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export function chosenTheme(): Theme {
  const kept = localStorage.getItem(THEME);
  return themes.find((each) => each === kept) ?? "system";
}

/** Applies the chosen theme; called before the first render. */
export function showTheme(): void {
  const theme = chosenTheme();
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem(THEME);
  else localStorage.setItem(THEME, theme);
  showTheme();
}
