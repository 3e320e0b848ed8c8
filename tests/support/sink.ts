import { Writable } from "node:stream";

/** A stream that records what is written to it. */
export class Sink extends Writable {
  text = "";

  constructor(
    readonly isTTY: boolean,
    readonly columns = 100,
  ) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}
