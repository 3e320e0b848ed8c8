import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder";
import { answer, closeAll, rawServer, rejection, transportTo, write } from "./support";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  delete process.env["FLOWGATE_LOG"];
  await closeAll();
});

describe("FLOWGATE_LOG", () => {
  test("gets one line per request with method, action, status and time, but no path, header or body", async () => {
    const file = join(folder, "requests.log");
    process.env["FLOWGATE_LOG"] = file;
    const server = await rawServer((socket, _request, index) => {
      if (index === 0) socket.write(answer("secret-answer"));
      else socket.resetAndDestroy();
    });
    const transport = transportTo(server.url);
    await transport.send({
      ...write,
      path: "/login/canary-path",
      body: "canary-body",
      headers: { cookie: "canary-cookie" },
    });
    await rejection(transport.send(write));
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const time = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z";
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(new RegExp(`^${time} gateway gw.example POST test/write 200 \\d+ms$`, "u"));
    expect(lines[2]).toMatch(/POST test\/write lost \d+ms$/u);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test.each([
    ["that is not set", undefined],
    ["that is empty", ""],
  ])("%s writes nothing", async (_, file) => {
    if (file !== undefined) process.env["FLOWGATE_LOG"] = file;
    const server = await rawServer((socket) => socket.write(answer("ok")));
    await expect(transportTo(server.url).send(write)).resolves.toMatchObject({ status: 200 });
    expect(() => statSync(join(folder, "requests.log"))).toThrow("ENOENT");
  });

  test("that cannot be written is an error at once", () => {
    process.env["FLOWGATE_LOG"] = join(folder, "missing", "requests.log");
    expect(() => transportTo("http://127.0.0.1:1")).toThrow("FLOWGATE_LOG names a file that cannot be written");
  });
});
