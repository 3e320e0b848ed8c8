export { deploymentOf } from "./deployment";
export { toBulk } from "./to-bulk";
export { toSingle } from "./to-single";
