// Bundles the provider plugin into few files that need only Node.js. Each run of the engine starts the plugin again,
// and one file loads faster than five hundred.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { root } from "../lib/paths.mjs";

/** Names are kept: the names of errors come from their classes, and people read stack traces. */
const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  minifyWhitespace: true,
  minifySyntax: true,
  // NOTICES contains the licences.
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
} satisfies BuildOptions;

/** The HTTP client is a separate file, loaded before the first request: many runs send none. */
const client = { name: "undici", file: "undici.js" };

const clientApart: Plugin = {
  name: "client apart",
  setup({ onResolve }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: `./${client.file}`, external: true }));
  },
};

/**
 * zod loads its messages in fifty languages, which takes longer than the rest of its code. The plugin needs only
 * English.
 */
const english: Plugin = {
  name: "English",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.cjs$/ }, () => ({
      contents: 'exports.en = require("./en.cjs").default;',
      resolveDir: join(root, "node_modules/zod/v4/locales"),
    }));
  },
};

/** A package that is in the bundle. */
export type Part = Readonly<Record<"name" | "version" | "license" | "folder", string>>;

/** Writes the bundle of `dist/provider/plugin` to a folder, with the licences of its parts. */
export async function bundlePlugin(folder: string) {
  const [main, http] = await Promise.all([
    build({
      ...options,
      entryPoints: ["dist/provider/plugin/main.js"],
      outfile: join(folder, "main.js"),
      plugins: [clientApart, english],
      // Belongs to gRPC's diagnosis service, which the plugin does not offer.
      external: ["@grpc/proto-loader"],
    }),
    build({
      ...options,
      stdin: { contents: `module.exports = require("${client.name}");`, resolveDir: root },
      outfile: join(folder, client.file),
    }),
  ]);
  const parts = await partsOf([main.metafile, http.metafile]);
  await writeFile(join(folder, "NOTICES"), await noticesOf(parts));
  return parts;
}

async function partsOf(bundles: readonly Metafile[]): Promise<Part[]> {
  const files = bundles.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file) ?? []));
  return Promise.all(
    [...folders].sort().map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
      return { name, version, license, folder };
    }),
  );
}

async function noticesOf(parts: readonly Part[]) {
  const texts = parts.map(async ({ name, version, license, folder }) => {
    const file = (await readdir(join(root, folder))).find((one) => /^licen[cs]e/iu.test(one));
    const text = file === undefined ? "" : await readFile(join(root, folder, file), "utf8");
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  const heading = "The files of this folder contain parts of these packages, under their licences.\n";
  return [heading, ...(await Promise.all(texts))].join(`\n${"-".repeat(72)}\n`);
}
