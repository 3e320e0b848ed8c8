import { gzipSync } from "node:zlib";
import { answer, closeAll, fails, rawServer, read, strange, transportTo, write } from "./support";

afterEach(closeAll);

describe("an answer that breaks a limit", () => {
  test.each([
    ["announced", (size: number) => answer("x".repeat(size))],
    [
      "chunked",
      (size: number) =>
        `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${size.toString(16)}\r\n${"x".repeat(size)}\r\n0\r\n\r\n`,
    ],
  ])(
    "F65: is refused with the limit in the message if it is longer than maxResponseBytes (%s)",
    async (_name, bytes) => {
      const server = await rawServer((socket) => socket.write(bytes(2000)));
      await fails(transportTo(server.url, { maxResponseBytes: 1999 }).send(read), strange, "longer than 1999 bytes");
      const exact = await rawServer((socket) => socket.write(bytes(1999)));
      expect((await transportTo(exact.url, { maxResponseBytes: 1999 }).send(read)).text).toHaveLength(1999);
    },
  );

  const bomb = gzipSync(Buffer.alloc(1024 * 1024));
  const gzipped = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;
  const withHeader = (header: string): string => answer("{}", { headers: [header] });

  test.each<[what: string, bytes: string | Buffer, words: string]>([
    [
      "F66: compressed although identity was requested",
      Buffer.concat([Buffer.from(gzipped), bomb]),
      "compressed although it was asked for uncompressed",
    ],
    ["F67: encoded 1,000 times", withHeader(`content-encoding: ${Array(1000).fill("gzip").join(", ")}`), ""],
    ["F78: sent with a header of more than 16 KiB", withHeader(`x-long: ${"x".repeat(17_000)}`), "longer than 16 KiB"],
    // An HTTP/2 server answers a request that is not HTTP/2 with its own settings frame.
    ["F78: sent by a server that speaks only HTTP/2", Buffer.from("000000040000000000", "hex"), "not HTTP/1.1"],
  ])("is refused if it is %s", async (_what, bytes, words) => {
    const server = await rawServer((socket) => socket.write(bytes));
    await fails(transportTo(server.url).send(read), strange, words);
  });
});

describe("the target of a request", () => {
  test.each(["301", "302", "303", "307", "308"])(
    "F76: HTTP %s to another host is returned, not followed",
    async (status) => {
      const other = await rawServer((socket) => socket.write(answer("stolen")));
      const server = await rawServer((socket) =>
        socket.write(answer("", { status: `${status} Moved`, headers: [`location: ${other.url}/write`] })),
      );
      const reply = await transportTo(server.url).send(write);
      expect(reply.status).toBe(Number(status));
      expect(other.connections()).toBe(0);
      expect(server.requests).toHaveLength(1);
    },
  );

  test.each([
    ["a path that leaves the prefix by dot segments", { path: "/a/../../b" }],
    ["a path that names another host", { path: "//other.example/x" }],
    ["a path that is a URL", { path: "https://other.example/x" }],
    ["a path that is not escaped", { path: "/a b" }],
    ["a path that has a fragment", { path: "/a#b" }],
  ])("a request with %s is not sent", async (_name, part) => {
    const server = await rawServer((socket) => socket.write(answer("ok")));
    await expect(transportTo(server.url).send({ ...read, ...part })).rejects.toThrow("was not sent");
    expect(server.bytes()).toBe(0);
  });
});
