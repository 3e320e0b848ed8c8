import { closeLater } from "../../support/closing";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type * as Module from "../../../provider/http/transport";
import type { Transport } from "../../../provider/http/transport";
import { temporaryFolder } from "../../support/temporary-folder";
import { answer, rawServer, rejection, write } from "./support";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  delete process.env["FLOWGATE_LOG"];
});

/** A transport of a process that begins with this variable. */
function transportOf(file: string | undefined, url: string): Transport {
  if (file !== undefined) process.env["FLOWGATE_LOG"] = file;
  const made: Transport[] = [];
  jest.isolateModules(() => {
    const { createTransport } = jest.requireActual<typeof Module>("../../../provider/http/transport");
    made.push(createTransport({ appliance: "gateway", url, allowHttp: true }));
  });
  const transport = made[0] as Transport;
  closeLater(() => transport.close());
  return transport;
}

describe("FLOWGATE_LOG", () => {
  test("gets one line per request with method, action, status and time, but no path, header or body", async () => {
    const file = join(folder, "requests.log");
    const server = await rawServer((socket, _request, index) => {
      if (index === 0) socket.write(answer("canary-answer"));
      else socket.resetAndDestroy();
    });
    const transport = transportOf(file, server.url);
    const headers = { cookie: "canary-cookie" };
    const request = { ...write, path: "/login/canary-path", body: "canary-body", headers };
    await transport.send(request);
    await rejection(transport.send(request));
    const time = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z gateway";
    const lines = ["200", "lost"].map((result) => `${time} gw\\.example POST test/write ${result} \\d+ms\n`);
    const all = [`${time} 127\\.0\\.0\\.1:${server.port} begins\n`, ...lines].join("");
    expect(readFileSync(file, "utf8")).toMatch(new RegExp(`^${all}$`, "u"));
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test("that cannot be written is an error at once", () => {
    const file = join(folder, "missing", "requests.log");
    expect(() => transportOf(file, "http://127.0.0.1:1")).toThrow("FLOWGATE_LOG names a file that cannot be written");
  });
});
