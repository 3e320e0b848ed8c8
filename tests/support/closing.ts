const open: (() => unknown)[] = [];

/** Registers something that a test has opened, to be closed after the test. */
export function closeLater(close: () => unknown): void {
  open.push(close);
}

/** Closes at once what would be closed after the test. */
export async function closeAll(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}

afterEach(closeAll);
