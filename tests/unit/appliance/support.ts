/** Numbers events in their order: each call returns the next number. */
export function counter(): () => number {
  let count = 0;
  return () => (count += 1);
}

/** A promise that is resolved from outside. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
  fail(error: unknown): void;
}

export function gate(): Gate {
  let open = (): void => undefined;
  let fail = (_error: unknown): void => undefined;
  const opened = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { opened, open, fail };
}

/** Lets all code run that needs no more than a turn of the event loop. */
export async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
