import { defineConfig } from "vitepress";
import { sidebar } from "../../docs/site/sidebar.mjs";
import { anchorOf } from "../../docs/site/stage.mjs";

const base = process.env.DOCS_BASE ?? "/";

export default defineConfig({
  title: "pulumi-flowgate",
  description: "Two network appliances as code: the management gateway and the replication service",
  lang: "en",
  srcDir: ".pages",
  // The folder of the server that the site is in.
  base,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}icon.svg` }]],
  cleanUrls: false,
  lastUpdated: false,
  markdown: { anchor: { slugify: anchorOf }, toc: { slugify: anchorOf } },
  themeConfig: {
    nav: [
      { text: "Contents", link: "/contents" },
      { text: "Command", link: "/reference/command" },
      { text: "Changelog", link: "/changelog" },
      { text: "Security", link: "/security" },
    ],
    sidebar: await sidebar(),
    outline: [2, 3],
    search: { provider: "local" },
  },
});
