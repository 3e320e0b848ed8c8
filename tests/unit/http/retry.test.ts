import { mayBeApplied, Retrier, retryPolicy } from "../../../provider/http/retry";
import {
  BusyError,
  NotSentError,
  RefusedError,
  ReplyError,
  UnknownOutcomeError,
} from "../../../provider/errors/errors";
import type { RequestSpec, Send } from "../../../provider/http/request";
import { makeCertificate } from "../../../simulator/certificate";
import { answer, closeAll, rawServer, read, rejection, transportTo, write } from "../http/support";

afterEach(closeAll);

const converging: RequestSpec = { ...write, action: "test/set", operation: "converging" };

/** A retry layer with its own budget, like that of one appliance. */
const retrier = (): Retrier => new Retrier("gateway", "127.0.0.1");

/** Counts the attempts and passes them on. */
function counting(send: Send): { send: Send; tries: () => number } {
  let tries = 0;
  return {
    send: (request) => {
      tries += 1;
      return send(request);
    },
    tries: () => tries,
  };
}

/** Nothing listens on port 1. Unlike a port that was just closed, the system never assigns it to another process. */
const closedUrl = "http://127.0.0.1:1";

/** Drops the first `times` connections after the whole request has arrived. */
function droppingFirst(times: number) {
  return rawServer((socket, _request, index) => {
    if (index < times) socket.destroy();
    else socket.write(answer("done"));
  });
}

function answering(...statuses: [string, ...string[]][]) {
  return rawServer((socket, _request, index) => {
    const [status, ...headers] = statuses[index] ?? ["200 OK"];
    socket.write(answer("done", { status, headers }));
  });
}

describe("a request that was not sent", () => {
  test("F1: is tried 3 times, even if it creates, and then fails with host and port", async () => {
    const transport = transportTo(closedUrl);
    for (const request of [read, converging, write]) {
      const counted = counting(transport.send);
      const error = await rejection(retrier().layer(counted.send)(request));
      expect(error).toBeInstanceOf(NotSentError);
      expect((error as Error).message).toContain("127.0.0.1:1");
      expect(counted.tries()).toBe(3);
    }
  });

  test("F3: is not tried again if the certificate is not trusted", async () => {
    const { key, cert } = await makeCertificate({ selfSigned: true });
    const server = await rawServer((socket) => socket.write(answer("done")), { key, cert });
    const counted = counting(transportTo(server.url).send);
    const error = await rejection(retrier().layer(counted.send)(read));
    expect(error).toMatchObject({ name: "NotSentError", retryable: false });
    expect(counted.tries()).toBe(1);
    expect(server.bytes()).toBe(0);
  });
});

describe("a request whose answer is lost", () => {
  test("F9, F30: is sent again when it reads or sets an absolute value", async () => {
    for (const request of [read, converging]) {
      const server = await droppingFirst(2);
      const reply = await retrier().layer(transportTo(server.url).send)(request);
      expect(reply.text).toBe("done");
      expect(server.requests).toHaveLength(3);
    }
  });

  test("is not sent again when it creates, and its outcome stays unknown", async () => {
    const server = await droppingFirst(1);
    const error = await rejection(retrier().layer(transportTo(server.url).send)(write));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(mayBeApplied(error)).toBe(true);
    expect(server.requests).toHaveLength(1);
  });

  test("leaves the outcome of a change unknown, but not of a read, if the next tries are refused as busy", async () => {
    const lostThenBusy = (): ReturnType<typeof rawServer> =>
      rawServer((socket, _request, index) => {
        if (index === 0) socket.destroy();
        else socket.write(answer("later", { status: "503 Service Unavailable", headers: ["Retry-After: 0"] }));
      });
    const changing = await rejection(retrier().layer(transportTo((await lostThenBusy()).url).send)(converging));
    expect(changing).toBeInstanceOf(UnknownOutcomeError);
    expect(mayBeApplied(changing)).toBe(true);
    const reading = await rejection(retrier().layer(transportTo((await lostThenBusy()).url).send)(read));
    expect(reading).toBeInstanceOf(BusyError);
  });

  test("is given up after 3 tries", async () => {
    const server = await droppingFirst(9);
    expect(await rejection(retrier().layer(transportTo(server.url).send)(read))).toBeInstanceOf(UnknownOutcomeError);
    expect(server.requests).toHaveLength(3);
  });

  test("F13: is also one that a proxy answers with 502 or 504", async () => {
    for (const status of ["502 Bad Gateway", "504 Gateway Timeout"]) {
      const reading = await answering([status], [status]);
      expect((await retrier().layer(transportTo(reading.url).send)(read)).text).toBe("done");
      expect(reading.requests).toHaveLength(3);
      const creating = await answering([status]);
      const error = await rejection(retrier().layer(transportTo(creating.url).send)(write));
      expect(mayBeApplied(error)).toBe(true);
      expect(creating.requests).toHaveLength(1);
    }
  });
});

describe("F12: an appliance that is busy", () => {
  test.each(["429 Too Many Requests", "503 Service Unavailable"])(
    "%s: is asked again, but not to create, because it may have done that",
    async (status) => {
      for (const request of [read, converging]) {
        const server = await answering([status], [status]);
        expect((await retrier().layer(transportTo(server.url).send)(request)).text).toBe("done");
        expect(server.requests).toHaveLength(3);
      }
      const creating = await answering([status, "retry-after: 7"]);
      const error = await rejection(retrier().layer(transportTo(creating.url).send)(write));
      expect(error).toMatchObject({ name: "BusyWriteError", retryAfterSeconds: 7, isWorthIt: true });
      expect(mayBeApplied(error)).toBe(true);
      expect(creating.requests).toHaveLength(1);
    },
  );

  test("is given the time that it asks for, in seconds or as a date", async () => {
    const hints = [() => "1", () => new Date(Date.now() + 2000).toUTCString()];
    for (const hint of hints) {
      const server = await answering(["503 Service Unavailable", `retry-after: ${hint()}`]);
      const began = performance.now();
      expect((await retrier().layer(transportTo(server.url).send)(read)).text).toBe("done");
      // A date has no fractions of a second, so of two seconds at least one remains.
      expect(performance.now() - began).toBeGreaterThanOrEqual(900);
    }
  });

  test("that asks for more than a minute causes an error at once", async () => {
    const server = await answering(["503 Service Unavailable", "retry-after: 86400"]);
    const error = await rejection(retrier().layer(transportTo(server.url).send)(read));
    expect(error).toBeInstanceOf(BusyError);
    expect(error).toMatchObject({ retryAfterSeconds: 86400, status: 503 });
    expect(server.requests).toHaveLength(1);
  });

  test.each(["-1", "soon", "1e9999", ""])("that asks for %j is asked again", async (hint) => {
    const server = await answering(["503 Service Unavailable", `retry-after: ${hint}`]);
    expect((await retrier().layer(transportTo(server.url).send)(read)).text).toBe("done");
    expect(server.requests).toHaveLength(2);
  });

  test("that stays busy causes an error after 3 tries, and changed nothing", async () => {
    const busy: [string] = ["503 Service Unavailable"];
    const server = await answering(busy, busy, busy, busy);
    const error = await rejection(retrier().layer(transportTo(server.url).send)(converging));
    expect(error).toBeInstanceOf(RefusedError);
    expect(mayBeApplied(error)).toBe(false);
    expect(server.requests).toHaveLength(3);
  });
});

describe("an appliance that turns requests away (429)", () => {
  const busy: [string, ...string[]] = ["429 Too Many Requests", "retry-after: 0"];

  test("is asked again more often than one that fails, and does not use up the retry budget", async () => {
    const layer = retrier().layer;
    for (let time = 0; time < 8; time += 1) {
      const server = await answering(...Array<typeof busy>(15).fill(busy));
      expect((await layer(transportTo(server.url).send)(converging)).text).toBe("done");
      expect(server.requests).toHaveLength(16);
    }
    const failing = await answering(["502 Bad Gateway"]);
    expect((await layer(transportTo(failing.url).send)(read)).text).toBe("done");
  });

  test("causes an error after 21 tries if it never accepts the request", async () => {
    const server = await answering(...Array<typeof busy>(100).fill(busy));
    const error = await rejection(retrier().layer(transportTo(server.url).send)(converging));
    expect(error).toBeInstanceOf(BusyError);
    expect(server.requests).toHaveLength(21);
  });

  test("soon causes errors without retries if it accepts no request at all", async () => {
    let tries = 0;
    const send = new Retrier("gateway", "127.0.0.1").layer((request) => {
      tries += 1;
      return Promise.resolve({ status: 429, text: request.action, headers: { "retry-after": "0" } });
    });
    await Promise.allSettled(Array.from({ length: 200 }, () => send(converging)));
    expect(tries).toBeLessThanOrEqual(200 + retryPolicy.turnedAwayInARow);
    // Creating requests count too: their senders are not to ask again either.
    expect(await rejection(send(write))).toMatchObject({ name: "BusyWriteError", isWorthIt: false });
  });
});

describe("an answer", () => {
  test.each(["200 OK", "400 Bad Request", "401 Unauthorized", "404 Not Found", "500 Internal Server Error"])(
    "with %s is passed on to the client without a retry",
    async (status) => {
      const server = await answering([status]);
      expect((await retrier().layer(transportTo(server.url).send)(read)).status).toBe(Number(status.slice(0, 3)));
      expect(server.requests).toHaveLength(1);
    },
  );

  test("that is longer than maxResponseBytes is not requested again", async () => {
    const server = await rawServer((socket) => socket.write(answer("x".repeat(5000))));
    const error = await rejection(retrier().layer(transportTo(server.url, { maxResponseBytes: 1024 }).send)(read));
    expect(error).toBeInstanceOf(ReplyError);
    expect(server.requests).toHaveLength(1);
  });
});

describe("the retry budget", () => {
  test("F14: limits N failing calls to at most N + 100 requests, and they fail soon", async () => {
    const counted = counting(transportTo(closedUrl).send);
    const send = retrier().layer(counted.send);
    const began = performance.now();
    const all = await Promise.allSettled(Array.from({ length: 1000 }, () => send(read)));
    expect(all.every(({ status }) => status === "rejected")).toBe(true);
    expect(counted.tries()).toBeLessThanOrEqual(1000 + retryPolicy.budget);
    expect(counted.tries()).toBeGreaterThan(1000);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test("is shared by all layers of an appliance, and another appliance has its own", async () => {
    const [spent, other] = [retrier(), retrier()];
    const failing = spent.layer(transportTo(closedUrl).send);
    await Promise.allSettled(Array.from({ length: 60 }, () => failing(read)));
    const again = counting(transportTo(closedUrl).send);
    await rejection(spent.layer(again.send)(read));
    expect(again.tries()).toBe(1);
    const apart = counting(transportTo(closedUrl).send);
    await rejection(other.layer(apart.send)(read));
    expect(apart.tries()).toBe(3);
  });
});

test("only a lost or invalid answer leaves open whether a write was applied", () => {
  const parts = { appliance: "gateway", host: "h", action: "a", words: "w" } as const;
  expect(mayBeApplied(new UnknownOutcomeError(parts))).toBe(true);
  expect(mayBeApplied(new ReplyError(parts))).toBe(true);
  expect(mayBeApplied(new RefusedError(parts))).toBe(false);
  expect(mayBeApplied(new NotSentError({ ...parts, retryable: true }))).toBe(false);
  expect(mayBeApplied(new Error("x"))).toBe(false);
});
