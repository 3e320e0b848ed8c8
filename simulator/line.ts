import { setTimeout as sleep } from "node:timers/promises";

/** How the connection to an appliance is, whatever is asked. Nothing given: as good as the machine can. */
export interface LineConditions {
  /** Bytes a second at which it takes in the bodies of requests. */
  readonly readBytesPerSecond?: number;
  /** Bytes a second at which answers leave. */
  readonly writeBytesPerSecond?: number;
  /** With `writeBytesPerSecond`: bytes that leave at a time. Default 7, which cuts through letters of UTF-8. */
  readonly sliceBytes?: number;
  /** Answers on one connection after which it is closed, as the last of them says. Default: never. */
  readonly answersPerConnection?: number;
}

/** The line of one appliance, which can change while requests are on the way. */
export class Line {
  conditions: LineConditions = {};

  /** Waits until so many bytes have come in since the request began. */
  async read(bytes: number, startedAt: number, signal: AbortSignal): Promise<void> {
    const { readBytesPerSecond } = this.conditions;
    if (readBytesPerSecond !== undefined) await pace(bytes, readBytesPerSecond, startedAt, signal);
  }

  /** The pieces in which a body leaves, each when it may; the whole at once where the line is good. */
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

  /** Whether answers leave at once and whole. */
  get isGood(): boolean {
    return this.conditions.writeBytesPerSecond === undefined;
  }
}

async function pace(bytes: number, bytesPerSecond: number, startedAt: number, signal: AbortSignal): Promise<void> {
  const due = startedAt + (bytes / bytesPerSecond) * 1000;
  const rest = due - performance.now();
  if (rest > 0) await sleep(rest, undefined, { signal });
}
