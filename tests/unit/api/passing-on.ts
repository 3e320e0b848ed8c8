import { Busboy } from "@fastify/busboy";
import { once } from "node:events";
import { createServer, request as sendRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request that was passed on. */
export interface Passed {
  readonly path: string;
  readonly body: string;
  /** The fields of a form. */
  form(): Promise<[name: string, value: string][]>;
}

/** A server that passes each request on to another one, and shows both the request and the answer. */
export async function passingOn(to: string, seen: (request: Passed, answer: string) => void) {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method, headers, url: path = "/" } = incoming;
      const body = await text(incoming);
      const onward = sendRequest(new URL(path, to), { method, headers });
      onward.end(body);
      const [reply] = (await once(onward, "response")) as [IncomingMessage];
      const answer = await text(reply);
      seen({ path, body, form: () => fieldsIn(body, headers["content-type"] ?? "") }, answer);
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers).end(answer);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function fieldsIn(body: string, contentType: string): Promise<[name: string, value: string][]> {
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const parser = new Busboy({ headers: { "content-type": contentType } });
    parser.on("field", (name: string, value: string) => fields.push([name, value]));
    parser.on("finish", () => {
      resolve(fields);
    });
    parser.on("error", reject);
    parser.end(body);
  });
}
