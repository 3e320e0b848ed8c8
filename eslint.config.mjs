import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { plugin } from "./tools/lint/imports.mjs";
import { syntaxBans } from "./tools/lint/security.mjs";
import { words } from "./tools/lint/words.mjs";

const noFetch = "fetch follows redirects and inflates what it gets; use provider/http.";
const programs = ["provider/**/*.ts", "sdk/**/*.ts", "simulator/**/*.ts", "cli/**/*.ts"];

// eslint-disable-next-line no-restricted-syntax -- the form that ESLint reads
export default defineConfig(
  globalIgnores(["dist/", "dist-*/", "templates/trial/", "coverage/", "**/node_modules/", "**/jest.config.js"]),
  {
    files: ["**/*.ts", "**/*.mjs"],
    extends: [js.configs.recommended, tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["tsconfig.json", "tools/tsconfig.json", "examples/pull-request/action/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Objects of plain functions are taken apart in many places; the rule reads each of them as a method with `this`.
      "@typescript-eslint/unbound-method": "off",
      // The SDK's classes come from a function of the kind, and the rule does not recognise their instances.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      // A fifth of the time. The project has no enums (tools/lint/security.mjs).
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      // An async function without await turns what it throws into a rejection, which is what its callers expect.
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    files: programs,
    rules: {
      "max-lines": ["error", { max: 300 }],
      "max-lines-per-function": ["error", { max: 40, skipBlankLines: true, skipComments: true }],
      complexity: ["error", 15],
      "no-restricted-globals": ["error", { name: "fetch", message: noFetch }],
      "no-restricted-properties": ["error", { object: "globalThis", property: "fetch", message: noFetch }],
    },
  },
  {
    files: ["tools/**/*.{mjs,ts}", "examples/**/*.mjs", "examples/**/*.ts"],
    rules: { "no-console": "off" },
  },
  {
    // The compiler checks these files too (tools/tsconfig.json), with types in JSDoc, which these rules do not read. The
    // tools in TypeScript load what is built, which has no types for them.
    files: ["**/*.mjs", "tools/**/*.ts"],
    rules: {
      "no-undef": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["tests/**/*.ts"],
    rules: {
      "no-restricted-globals": ["error", { name: "it", message: "Use test: one word for one thing." }],
      // Tests set and clear environment variables by name, and print wrapped secrets on purpose.
      "@typescript-eslint/no-dynamic-delete": "off",
      "@typescript-eslint/restrict-template-expressions": "off",
    },
  },
  { files: [...programs, "examples/**/*.ts"], plugins: { rooms: plugin }, rules: { "rooms/imports": "error" } },
  {
    files: programs,
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        { paths: [{ name: "undici", importNames: ["fetch"], message: noFetch }] },
      ],
    },
  },
  ...syntaxBans.map(({ files, ignores = [], bans }) => {
    /** @type {["error", ...typeof bans]} */
    const rule = ["error", ...bans];
    return { files, ignores, rules: { "no-restricted-syntax": rule } };
  }),
  {
    files: [...programs, "tools/**/*.{mjs,ts}"],
    // The list of these words.
    ignores: ["tools/lint/words.mjs"],
    plugins: { prose: { rules: { words } } },
    rules: { "prose/words": ["error", "all"] },
  },
  { files: ["tests/**/*.ts"], plugins: { prose: { rules: { words } } }, rules: { "prose/words": ["error", "titles"] } },
);
