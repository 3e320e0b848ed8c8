import { createServer } from "node:net";
import { inspect } from "node:util";
import { Secret } from "../../../provider/values/secret";
import { answer, fails, listen, lost, notSent, rawServer, read, rejection, transportTo, write } from "./support";

describe("a request that gets its answer", () => {
  test("is sent once, with identity encoding, and the whole answer is returned whatever its status", async () => {
    const server = await rawServer((socket) =>
      socket.write(answer("no", { status: "418 Teapot", headers: ["x-one: 1"] })),
    );
    const reply = await transportTo(server.url).send(write);
    expect(reply).toMatchObject({ status: 418, text: "no", headers: { "x-one": "1" } });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatch(/^POST \/write HTTP\/1\.1\r\n/u);
    expect(server.requests[0]).toMatch(/\r\naccept-encoding: identity\r\n/u);
    expect(server.requests[0]).toContain('\r\n\r\n{"name":"x"}');
  });

  test("is not sent on a connection whose last answer is still open", async () => {
    let arrivedEarly = false;
    const server = await rawServer((socket, _request, index) => {
      setTimeout(() => {
        arrivedEarly ||= index === 0 && server.requests.length > 1;
        socket.write(answer(String(index)));
      }, 60);
    });
    const transport = transportTo(server.url, { concurrency: 1 });
    const replies = await Promise.all([transport.send(read), transport.send(read)]);
    expect(replies.map(({ text }) => text)).toEqual(["0", "1"]);
    expect(arrivedEarly).toBe(false);
  });
});

const yes = { value: { status: 200, text: "yes" } };
const busy = { name: "ApplianceError", words: "the appliance is busy (HTTP 503)" };

test.each([
  ["reads again from a busy appliance", read, "503 Busy", 0, 2, yes],
  ["does not wait for an hour", read, "503 Busy", 3600, 1, { reason: { ...busy, effect: "none" } }],
  ["sends a change again that was turned away", write, "429 Too Many Requests", 0, 2, yes],
  ["sends a change once that may have been made", write, "503 Busy", 0, 1, { reason: { ...busy, effect: "unknown" } }],
] as const)("%s", async (_does, request, status, wait, sent, ended) => {
  const server = await rawServer((socket, _request, index) =>
    socket.write(index === 0 ? answer("", { status, headers: [`retry-after: ${String(wait)}`] }) : answer("yes")),
  );
  jest.spyOn(Math, "random").mockReturnValue(0.5);
  const began = performance.now();
  expect(await Promise.allSettled([transportTo(server.url).send(request)])).toMatchObject([ended]);
  expect(server.requests).toHaveLength(sent);
  // One that may ask at once does not do so many times at once.
  if (sent > 1) expect(performance.now() - began).toBeGreaterThan(95);
});

test("an answer that is no UTF-8 is read as ISO-8859-1", async () => {
  const server = await rawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n");
    socket.write(Buffer.from('"gr\u00fc"', "latin1"));
  });
  expect((await transportTo(server.url).send(read)).text).toBe('"gr\u00fc"');
});

test("an appliance that accepts and never answers gets four requests, and no more", async () => {
  const server = await rawServer(() => undefined);
  const transport = transportTo(server.url, { concurrency: 1, timeouts: { headers: 50 } });
  const ended = await Promise.allSettled(Array.from({ length: 20 }, () => transport.send(write)));
  expect(server.requests).toHaveLength(4);
  const [last] = ended.slice(-1);
  expect(last).toMatchObject({
    reason: { effect: "none", words: expect.stringContaining("4 requests in a row without an answer") as string },
  });
});

describe("a request that was not sent", () => {
  test("reports that the host name could not be resolved", async () => {
    await notSent(transportTo("http://appliance.invalid").send(read), true, /no such host|could not be resolved/u);
  });

  test("fails after the connect deadline, and is retryable", async () => {
    // A TLS connection to a listener that never answers the handshake.
    const server = await rawServer(() => undefined);
    const transport = transportTo(server.url.replace("http:", "https:"), { timeouts: { connect: 150 } });
    await notSent(transport.send(write), true, "no connection within 150 ms");
  });

  test("fails if the transport was closed before, and is not retryable", async () => {
    const server = await rawServer((socket) => socket.write(answer("ok")));
    const transport = transportTo(server.url);
    await transport.close();
    await notSent(transport.send(read), false);
    expect(server.bytes()).toBe(0);
  });
});

describe("a request whose outcome is unknown", () => {
  test("ends after the header deadline when the server accepts and stays silent", async () => {
    const server = await rawServer(() => undefined);
    await fails(transportTo(server.url, { timeouts: { headers: 120 } }).send(write), lost, "no answer within 120 ms");
    expect(server.requests).toHaveLength(1);
  });

  test("ends after the total deadline when the body drips", async () => {
    const server = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => clearInterval(timer));
    });
    const transport = transportTo(server.url, { timeouts: { total: 200 } });
    await fails(transport.send(write), lost, "not complete within 200 ms");
  });

  test("ends after the total deadline when the server does not read the request", async () => {
    const server = createServer((socket) => socket.on("error", () => undefined).pause());
    const port = await listen(server);
    const transport = transportTo(`http://127.0.0.1:${port}`, { timeouts: { total: 250, headers: 60_000 } });
    // 64 MiB do not fit into the buffers of the two sockets.
    await fails(transport.send({ ...write, body: "x".repeat(64 * 1024 * 1024) }), lost, "not complete within 250 ms");
  });

  test("is one whose kept connection is reset as it arrives, and it is not sent again", async () => {
    const server = await rawServer((socket, _request, index) => {
      if (index === 0) socket.write(answer("ok"));
      else socket.resetAndDestroy();
    });
    const transport = transportTo(server.url, { concurrency: 1 });
    await transport.send(write);
    await fails(transport.send(write), lost);
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ["shorter than its Content-Length", 'HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{"result":"success"}'],
    [
      "shorter than its Content-Length, with Connection: close",
      'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 90\r\n\r\n{"result":"success"}',
    ],
    ["chunked and cut inside the JSON", 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{"result"\r\n'],
    [
      "chunked and cut after JSON that parses, with Connection: close",
      'HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n14\r\n{"result":"success"}\r\n',
    ],
    ["cut inside the header", "HTTP/1.1 200 OK\r\ncontent-"],
  ])("is one with an answer that is %s", async (_name, bytes) => {
    const server = await rawServer((socket) => socket.end(bytes));
    await fails(transportTo(server.url).send(write), lost);
    expect(server.requests).toHaveLength(1);
  });
});

test("a transport error contains neither headers, body nor path of the request, however it is printed", async () => {
  const canary = new Secret("canary-5e1f-transport");
  const server = await rawServer((socket) => socket.resetAndDestroy());
  const transport = transportTo(server.url);
  const request = {
    ...write,
    path: `/login/${canary.reveal()}`,
    body: canary.reveal(),
    headers: { cookie: `s=${canary.reveal()}` },
  };
  const error = await rejection(transport.send(request));
  const refused = await rejection(transportTo("http://127.0.0.1:1").send(request));
  for (const one of [error, refused]) {
    const printed = `${inspect(one, { depth: 9, showHidden: true })} ${JSON.stringify(one)} ${(one as Error).stack ?? ""}`;
    expect(printed).not.toContain("canary-5e1f");
    expect(one).not.toHaveProperty("cause");
  }
});
