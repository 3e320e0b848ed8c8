import { setTimeout as sleep } from "node:timers/promises";

/**
 * Conditions of the connection to an appliance, for all requests. By default the connection is as fast as the machine.
 */
export interface LineConditions {
  /** Bytes per second at which the appliance receives request bodies. */
  readonly readBytesPerSecond?: number;
  /** Bytes per second at which it sends answers. */
  readonly writeBytesPerSecond?: number;
  /** With `writeBytesPerSecond`: bytes per slice. Default 7, which splits characters of UTF-8. */
  readonly sliceBytes?: number;
  /** Number of answers after which a connection is closed; the last answer announces it. Default: never. */
  readonly answersPerConnection?: number;
}

/** The line of one appliance. Its conditions can change while requests are in flight. */
export class Line {
  conditions: LineConditions = {};

  /** Waits until this many bytes could have arrived since the request began. */
  async read(bytes: number, startedAt: number, signal: AbortSignal): Promise<void> {
    const { readBytesPerSecond } = this.conditions;
    if (readBytesPerSecond !== undefined) await pace(bytes, readBytesPerSecond, startedAt, signal);
  }

  /** The slices of a body, each yielded when it may be sent. Without a limit, the whole body at once. */
  async *pieces(body: Buffer, signal: AbortSignal): AsyncIterable<Buffer> {
    const { writeBytesPerSecond, sliceBytes = 7 } = this.conditions;
    if (writeBytesPerSecond === undefined) {
      yield body;
      return;
    }
    const startedAt = performance.now();
    for (let sent = 0; sent < body.length; sent += sliceBytes) {
      yield body.subarray(sent, sent + sliceBytes);
      await pace(Math.min(sent + sliceBytes, body.length), writeBytesPerSecond, startedAt, signal);
    }
  }

  /** Whether answers are sent at once and as a whole. */
  get isGood(): boolean {
    return this.conditions.writeBytesPerSecond === undefined;
  }
}

async function pace(bytes: number, bytesPerSecond: number, startedAt: number, signal: AbortSignal): Promise<void> {
  const due = startedAt + (bytes / bytesPerSecond) * 1000;
  const rest = due - performance.now();
  if (rest > 0) await sleep(rest, undefined, { signal });
}
