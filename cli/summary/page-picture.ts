import { htmlJoined, htmlText, tags, type Html } from "../../lib/output/html";
import type { Picture, Scene } from "./picture";
import type { Cluster, PictureNode } from "./picture-node";

/** A picture as boxes in columns: a self-contained page has no library that lays out a diagram. */
export function pictureHtml({ scenes, leftOut }: Picture): Html {
  if (scenes.length === 0) return tags``;
  const rest = leftOut === 0 ? tags`` : tags`<p>… and ${leftOut} more changes</p>`;
  return tags`<section><h2>Picture</h2>${htmlJoined(scenes.map(sceneHtml))}${rest}</section>\n`;
}

function sceneHtml({ places, clusters }: Scene): Html {
  const title = places.length === 0 ? tags`` : tags`<h3>${htmlText(places.join(", "))}</h3>`;
  return tags`<div class="scene">${title}${htmlJoined(clusters.map(clusterHtml))}</div>\n`;
}

function clusterHtml({ columns }: Cluster): Html {
  const filled = columns.filter((column) => column.length > 0);
  const drawn = filled.map((column) => tags`<div class="column">${htmlJoined(column.map(nodeHtml))}</div>`);
  return tags`<div class="cluster">${htmlJoined(drawn, tags`<div class="arrow">→</div>`)}</div>\n`;
}

function nodeHtml({ lines, action, shape }: PictureNode): Html {
  const text = htmlJoined(lines.map(htmlText), tags`<br>`);
  return tags`<div class="node ${htmlText(shape)} ${htmlText(action ?? "same")}">${text}</div>`;
}
