import { createHash } from "node:crypto";
import { isChanged, profileInputs } from "../declared";
import type { Script } from "./gateway";
import { given, inParallel, openPool, range } from "./pool";

/**
 * The jobs on profiles in a script that is optimized for the replicator, with `width` calls at a time. The engine
 * submits `parallel` changes at a time, and a change is complete after the next rebuild, so the script rebuilds after
 * that many changes.
 */
export function replicatorScript(width: number, parallel: number): { profiles: Script; close(): Promise<void> } {
  const pool = openPool(given("FLOWGATE_REPLICATOR_URL"), width);
  let cookie = "";
  const login = async (): Promise<void> => {
    const passwd = createHash("sha512").update(given("FLOWGATE_REPLICATOR_PASSWORD")).digest("hex");
    const body = JSON.stringify({ user: given("FLOWGATE_REPLICATOR_USER"), passwd });
    const headers = { "content-type": "application/json" };
    const answer = await pool.request({ method: "POST", path: "/api/1/login/", body, headers });
    await answer.body.dump();
    cookie = [answer.headers["set-cookie"] ?? []]
      .flat()
      .map((one) => one.split(";")[0])
      .join("; ");
  };
  const call = async (path: string): Promise<void> => {
    const answer = await pool.request({ method: "GET", path: `/api/1/${path}`, headers: { cookie } });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || text.includes('"result":"error"')) throw new Error(`${path}: ${text}`);
  };
  const start = async (): Promise<void> => {
    await login();
    await call("show/config");
  };
  const changes = async (indexes: readonly number[], path: (index: number) => string): Promise<void> => {
    await start();
    for (let first = 0; first < indexes.length; first += parallel) {
      await inParallel(indexes.slice(first, first + parallel), width, (index) => call(path(index)));
      await call("rebuild");
    }
  };
  const ports = (index: number, changed: boolean): string => {
    const { name, listeningPort, sendingPort } = profileInputs(index, changed);
    return `${name}/${listeningPort}/${sendingPort}`;
  };
  const profiles: Script = {
    create: (n) => changes(range(n), (index) => `profile/add/${ports(index, false)}`),
    refresh: async () => {
      await start();
      await call("show/profile/0");
    },
    change: (n) => changes(range(n).filter(isChanged), (index) => `profile/update/${ports(index, true)}`),
    destroy: (n) => changes(range(n), (index) => `profile/remove/${profileInputs(index).name}`),
  };
  return { profiles, close: () => pool.close() };
}
