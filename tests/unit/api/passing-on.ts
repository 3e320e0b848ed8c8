import { Busboy } from "@fastify/busboy";
import { once } from "node:events";
import { createServer, request as sendRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "../http/support";

/** A request that was passed on. */
export interface Passed {
  readonly path: string;
  readonly body: string;
  /** The fields of a form. */
  form(): Promise<[name: string, value: string][]>;
}

/**
 * The URL of a server that passes each request on to another one, and shows both the request and the answer. It is
 * closed after the test.
 */
export async function passingOn(to: string, seen: (request: Passed, answer: string) => void): Promise<string> {
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
  return `http://127.0.0.1:${await listen(server)}`;
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
