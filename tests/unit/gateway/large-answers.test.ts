import { createServer } from "node:http";
import { ReplyError } from "../../../provider/errors/errors";
import { limits } from "../../../provider/http/options";
import { closeAll, closeLater, listen } from "../http/support";
import { clientAt } from "./support";

afterEach(closeAll);

/** A server that answers every request with one text. */
async function serverOf(body: string): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json").setHeader("set-cookie", "session=1").end(body);
  });
  closeLater(() => void server.close());
  return `http://127.0.0.1:${await listen(server)}`;
}

const shapes: Readonly<Record<string, (count: number) => string>> = {
  "empty objects": (count) => `[${Array<string>(count).fill("{}").join()}]`,
  "empty lists": (count) => `[${Array<string>(count).fill("[]").join()}]`,
  "nested lists": (count) => `[${Array<string>(count).fill("[[[[1]]]]").join()}]`,
  "rows below a header": (count) => `{"columns":["a"],"rows":[${Array<string>(count).fill("[0]").join()}]}`,
  "distinct keys": (count) => `{${Array.from({ length: count }, (_, index) => `"${index}":{}`).join()}}`,
};

const readings: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  loadTreeRootFast: (url) => clientAt(url).ipGroups.loadTreeRootFast(),
  loadRules: (url) => clientAt(url, { rulesField: "fc_id" }).ipGroups.loadRules({ fc_id: 1 }),
  delUsers: (url) => clientAt(url).userApi.delUsers([11]),
};

async function messageOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(ReplyError);
  return (error as Error).message;
}

describe.each(Object.keys(shapes))("F179: a response of %s", (shape) => {
  const body = (count: number): string => shapes[shape]?.(count) ?? "";

  test("that is 15 MB long is refused in one sentence", async () => {
    const url = await serverOf(body(Math.floor(15_000_000 / (body(1_000_001).length - body(1_000_000).length))));
    const message = await messageOf(clientAt(url).ipGroups.loadTreeRootFast());
    expect(message).toContain("the answer has more than 400,000 values");
    expect(message.length).toBeLessThan(350);
  });

  test.each(Object.keys(readings))(
    "of nearly as many values as allowed names a few faults, in bounded time: %s",
    async (reading) => {
      const url = await serverOf(body(Math.floor(limits.jsonValues / (shape === "nested lists" ? 5 : 2)) - 4));
      const before = process.cpuUsage();
      const message = await messageOf(readings[reading]?.(url) as Promise<unknown>);
      const { user, system } = process.cpuUsage(before);
      expect(message.length).toBeLessThan(1000);
      // Processor time, because the deadline of a request cannot end a computation. Measured: 3 s at most.
      expect((user + system) / 1e6).toBeLessThan(15);
    },
  );
});
