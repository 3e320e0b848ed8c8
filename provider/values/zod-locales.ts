import Module from "node:module";

/*
 * zod loads its messages in 60 languages, which takes a third of its time. All messages are our own, so an empty module
 * stands for them. This file must be imported before zod.
 */
const path = require.resolve("zod/v4/locales");
if (require.cache[path] === undefined) {
  const empty = new Module(path);
  empty.loaded = true;
  require.cache[path] = empty;
}
