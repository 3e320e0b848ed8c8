import { createServer } from "node:http";
import type { GatewayClient } from "../../../provider/gateway/client";
import { limits } from "../../../provider/http/options";
import { closeAll, listen } from "../http/support";
import { clientAt } from "./support";

afterEach(closeAll);

/** A client of a server that answers every request with one text. */
async function answeredWith(body: string): Promise<GatewayClient> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json").setHeader("set-cookie", "session=1").end(body);
  });
  return clientAt(`http://127.0.0.1:${await listen(server)}`, { rulesField: "fc_id" });
}

const list = (item: string, count: number): string => `[${Array<string>(count).fill(item).join()}]`;

test("F179: a response that is 15 MB long is refused in one sentence", async () => {
  const { ipGroups } = await answeredWith(list("{}", 5_000_000));
  await expect(ipGroups.loadTreeRootFast()).rejects.toThrow(
    /^listing the IP groups on .{1,30}: the answer has more than 400,000 values\. .{1,250}$/u,
  );
});

test.each<[shape: string, body: string, read: (client: GatewayClient) => Promise<unknown>]>([
  ["empty objects", list("{}", limits.jsonValues / 2 - 4), ({ ipGroups }) => ipGroups.loadRules({ fc_id: 1 })],
  ["empty lists", list("[]", limits.jsonValues / 2 - 4), ({ ipGroups }) => ipGroups.loadTreeRootFast()],
  ["nested lists", list("[[[[1]]]]", limits.jsonValues / 5 - 4), ({ userApi }) => userApi.delUsers([11])],
  [
    "rows below a header",
    `{"columns":["a"],"rows":${list("[0]", limits.jsonValues / 2 - 4)}}`,
    ({ ipGroups }) => ipGroups.loadTreeRootFast(),
  ],
  [
    "distinct keys",
    `{${Array.from({ length: limits.jsonValues / 2 - 4 }, (_, index) => `"${index}":{}`).join()}}`,
    ({ ipGroups }) => ipGroups.loadTreeRootFast(),
  ],
])("F179: nearly as many values as allowed get an error with a few faults, in bounded time: %s", async (...row) => {
  const [, body, read] = row;
  const client = await answeredWith(body);
  const before = process.cpuUsage();
  const error = (await read(client).catch((failure: unknown) => failure)) as Error;
  const { user, system } = process.cpuUsage(before);
  expect(error.name).toBe("ReplyError");
  expect(error.message.length).toBeLessThan(1000);
  // Processor time, because the deadline of a request cannot end a computation. Measured: 3 s at most.
  expect((user + system) / 1e6).toBeLessThan(15);
});
