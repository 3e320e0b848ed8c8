/** A promise that is resolved from outside. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

export function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Lets all code run that needs no more than a turn of the event loop. */
export async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
