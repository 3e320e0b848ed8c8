import { closeLater } from "../../support/closing";
import { connect, createServer, type Socket } from "node:net";
import { makeCertificate, type ServerCertificate } from "../../../simulator/certificate";
import { answer, fails, listen, notSent, printedWith, rawServer, read, transportTo, unsent } from "./support";

const silent = "silent";

/** A proxy that opens tunnels (CONNECT), or answers every attempt with `refusal`. */
async function tunnelProxy(refusal?: string): Promise<{ url: string; targets: string[] }> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    client.on("error", () => undefined);
    client.once("data", (head) => {
      const [, host = "", port = ""] = /^CONNECT ([^:]+):(\d+) /u.exec(head.toString()) ?? [];
      targets.push(`${host}:${port}`);
      if (refusal !== undefined) return refusal === silent ? undefined : client.end(refusal);
      const target = connect(Number(port), host, () => {
        client.write("HTTP/1.1 200 Connected\r\n\r\n");
        client.pipe(target).pipe(client);
      });
      sockets.add(target);
      return target.on("error", () => client.destroy());
    });
  });
  const port = await listen(server);
  closeLater(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://127.0.0.1:${port}`, targets };
}

let certificate: ServerCertificate;
beforeAll(async () => {
  certificate = makeCertificate({ selfSigned: true });
});
const ok = (socket: Socket): unknown => socket.write(answer("ok"));

describe("a configured proxy", () => {
  test("tunnels to an https appliance, whose certificate is verified end to end", async () => {
    const server = await rawServer(ok, certificate);
    const proxy = await tunnelProxy();
    const trusted = transportTo(server.url, { proxy: proxy.url, caCert: certificate.cert });
    expect((await trusted.send(read)).text).toBe("ok");
    expect(proxy.targets).toEqual([`127.0.0.1:${server.port}`]);
    await notSent(transportTo(server.url, { proxy: proxy.url }).send(read), false, "caCert");
  });

  test("does not bypass certFingerprints", async () => {
    const server = await rawServer(ok, certificate);
    const proxy = await tunnelProxy();
    const pinned = transportTo(server.url, { proxy: proxy.url, certFingerprints: [certificate.fingerprint] });
    expect((await pinned.send(read)).text).toBe("ok");
    const other = transportTo(server.url, { proxy: proxy.url, certFingerprints: ["00".repeat(32)] });
    await notSent(other.send(read), false);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    [
      "refuses the connection",
      "HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n",
      "the proxy refused to connect",
    ],
    ["closes the connection", "", "the proxy"],
    ["never answers", silent, "no connection within 300 ms"],
  ])("that %s causes one error that names the proxy", async (_name, refusal, words) => {
    const server = await rawServer(ok, certificate);
    const proxy = await tunnelProxy(refusal);
    const timeouts = { connect: 300 };
    const transport = transportTo(server.url, { proxy: proxy.url, caCert: certificate.cert, timeouts });
    const error = await fails(transport.send(read), unsent, words);
    expect(error.message).toContain(new URL(proxy.url).host);
    expect(server.bytes()).toBe(0);
  });

  test("that cannot be reached is named in the error", async () => {
    await expect(transportTo("https://127.0.0.1:2", { proxy: "http://127.0.0.1:1" }).send(read)).rejects.toThrow(
      "connection refused (through the proxy 127.0.0.1:1)",
    );
  });
});

test("proxy variables of the environment are ignored, because a token must not pass through a foreign host", async () => {
  const [plain, secure] = [await rawServer(ok), await rawServer(ok, certificate)];
  const proxy = await tunnelProxy();
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"];
  const env = { ...Object.fromEntries(names.map((name) => [name, proxy.url])), NO_PROXY: "", no_proxy: "" };
  // Node.js reads the first one when it starts.
  const { stdout } = await printedWith(
    { NODE_USE_ENV_PROXY: "1", ...env },
    { url: plain.url, allowHttp: true },
    { url: secure.url, caCert: certificate.cert },
  );
  expect(stdout).toBe("ok\nok\n");
  expect(proxy.targets).toEqual([]);
});
