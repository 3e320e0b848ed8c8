import { InvalidArgumentError } from "commander";

/** A parser of values of an option or argument. Throws with advice for a value that `read` does not understand. */
export function valueOf<T>(read: (text: string) => T | undefined, advice: string): (text: string) => T {
  return (text) => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(advice);
    return value;
  };
}

/** A parser of whole numbers from the lowest to the highest. */
export function numberFrom(lowest: number, highest: number, advice: string): (text: string) => number {
  const isIn = (number: number): boolean => number >= lowest && number <= highest;
  return valueOf((text) => (/^\d{1,9}$/u.test(text) && isIn(Number(text)) ? Number(text) : undefined), advice);
}
