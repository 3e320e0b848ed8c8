import { gzipSync } from "node:zlib";
import { ReplyError } from "../../../provider/errors/errors";
import { answer, closeAll, fails, rawServer, read, rejection, transportTo, write } from "./support";

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
      await fails(transportTo(server.url, { maxResponseBytes: 1999 }).send(read), ReplyError, "longer than 1999 bytes");
      const exact = await rawServer((socket) => socket.write(bytes(1999)));
      expect((await transportTo(exact.url, { maxResponseBytes: 1999 }).send(read)).text).toHaveLength(1999);
    },
  );

  test("F66: is refused if it is compressed although identity was requested", async () => {
    const bomb = gzipSync(Buffer.alloc(1024 * 1024));
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    await fails(transportTo(server.url).send(read), ReplyError, "compressed although it was asked for uncompressed");
  });

  test("F67: is refused if it has 1,000 chained encodings", async () => {
    const chain = Array.from({ length: 1000 }, () => "gzip").join(", ");
    const server = await rawServer((socket) => socket.write(answer("{}", { headers: [`content-encoding: ${chain}`] })));
    await fails(transportTo(server.url).send(read), ReplyError);
  });

  test("F78: is refused if a header is longer than 16 KiB", async () => {
    const server = await rawServer((socket) =>
      socket.write(answer("{}", { headers: [`x-long: ${"x".repeat(17_000)}`] })),
    );
    const error = await rejection(transportTo(server.url).send(read));
    expect(error).toBeInstanceOf(ReplyError);
    expect((error as Error).message).toContain("longer than 16 KiB");
  });

  test("F78: is refused if the server speaks only HTTP/2", async () => {
    // An HTTP/2 server answers a request that is not HTTP/2 with its own settings frame.
    const server = await rawServer((socket) => socket.write(Buffer.from("000000040000000000", "hex")));
    await fails(transportTo(server.url).send(read), ReplyError, "not HTTP/1.1");
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
    ["leaves the prefix by dot segments", "/a/../../b"],
    ["names another host", "//other.example/x"],
    ["is a URL", "https://other.example/x"],
    ["is not escaped", "/a b"],
    ["has a fragment", "/a#b"],
  ])("a path that %s is not sent", async (_name, path) => {
    const server = await rawServer((socket) => socket.write(answer("ok")));
    await expect(transportTo(server.url).send({ ...read, path })).rejects.toThrow("was not sent");
    expect(server.bytes()).toBe(0);
  });

  test("a request with its own Host header is not sent", async () => {
    const server = await rawServer((socket) => socket.write(answer("ok")));
    await expect(transportTo(server.url).send({ ...read, headers: { Host: "other" } })).rejects.toThrow("was not sent");
    expect(server.bytes()).toBe(0);
  });
});
