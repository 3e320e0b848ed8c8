import { answer, fails, rawServer, read, strange, transportTo, write } from "./support";

describe("an answer that breaks a limit", () => {
  test("is refused with the limit in the message if it is longer than 64 MiB", async () => {
    const most = 64 * 1024 * 1024;
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${most + 1}\r\n\r\n`);
      socket.write(Buffer.alloc(most + 1, "x"));
    });
    await fails(transportTo(server.url).send(read), strange, `longer than ${most} bytes`);
  });

  const withHeader = (header: string): string => answer("{}", { headers: [header] });

  test.each<[what: string, bytes: string | Buffer, words: string]>([
    ["sent with a header of more than 16 KiB", withHeader(`x-long: ${"x".repeat(17_000)}`), "longer than 16 KiB"],
    // An HTTP/2 server answers a request that is not HTTP/2 with its own settings frame.
    ["sent by a server that speaks only HTTP/2", Buffer.from("000000040000000000", "hex"), "not HTTP/1.1"],
  ])("is refused if it is %s", async (_what, bytes, words) => {
    const server = await rawServer((socket) => socket.write(bytes));
    await fails(transportTo(server.url).send(read), strange, words);
  });
});

test.each(["301", "302", "303", "307", "308"])("HTTP %s to another host is returned, not followed", async (status) => {
  const other = await rawServer((socket) => socket.write(answer("stolen")));
  const server = await rawServer((socket) =>
    socket.write(answer("", { status: `${status} Moved`, headers: [`location: ${other.url}/write`] })),
  );
  const reply = await transportTo(server.url).send(write);
  expect(reply.status).toBe(Number(status));
  expect(other.connections()).toBe(0);
  expect(server.requests).toHaveLength(1);
});
