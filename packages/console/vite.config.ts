// Builds the console into `dist`: hashed files beside one page.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/console/",
  plugins: [react()],
  build: {
    target: "es2024",
    modulePreload: { polyfill: false },
    sourcemap: false,
    // The policy of the page allows no text that becomes code or pictures.
    assetsInlineLimit: 0,
  },
  worker: { format: "es" },
});
