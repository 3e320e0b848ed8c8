/**
 * Opens something before all tests of a file or a group, and closes it after them. What is returned can be used like it
 * in the tests.
 */
export function opened<T extends { close(): unknown }>(open: () => Promise<T>): T {
  let one: T | undefined;
  beforeAll(async () => {
    one = await open();
  });
  afterAll(() => one?.close());
  const get = (_: T, name: string | symbol): unknown => {
    if (one === undefined) throw new Error("it is not open yet");
    const value: unknown = Reflect.get(one, name);
    return typeof value === "function" ? (value.bind(one) as unknown) : value;
  };
  return new Proxy({} as T, { get });
}
