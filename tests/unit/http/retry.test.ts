import { Retrier, retryPolicy } from "../../../provider/http/retry";
import { BusyError, NotSentError, ReplyError } from "../../../provider/errors/errors";
import { mayBeMade } from "../../../provider/errors/outcome";
import type { RequestSpec, Send } from "../../../provider/http/request";
import { makeCertificate } from "../../../simulator/certificate";
import { answer, closeAll, fails, notSent, rawServer, read, rejection, transportTo, write } from "./support";

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

/** What a server does with a request: it drops it after it arrived, or answers with a status and headers. */
type Answer = "dropped" | readonly [status: string, ...headers: string[]];

/** Gives these answers, then usual ones. */
function answering(...answers: readonly Answer[]) {
  return rawServer((socket, _request, index) => {
    const given = answers[index] ?? ["200 OK"];
    if (given === "dropped") socket.destroy();
    else socket.write(answer("done", { status: given[0], headers: given.slice(1) }));
  });
}

describe("a request that was not sent", () => {
  test("F1: is tried 3 times, even if it creates, and then fails with host and port", async () => {
    const transport = transportTo(closedUrl);
    for (const request of [read, converging, write]) {
      const counted = counting(transport.send);
      await fails(retrier().layer(counted.send)(request), NotSentError, "127.0.0.1:1");
      expect(counted.tries()).toBe(3);
    }
  });

  test("F3: is not tried again if the certificate is not trusted", async () => {
    const { key, cert } = await makeCertificate({ selfSigned: true });
    const server = await rawServer((socket) => socket.write(answer("done")), { key, cert });
    const counted = counting(transportTo(server.url).send);
    await notSent(retrier().layer(counted.send)(read), false);
    expect(counted.tries()).toBe(1);
    expect(server.bytes()).toBe(0);
  });
});

const lost: Answer = "dropped";
const unavailable: Answer = ["503 Service Unavailable"];
const tooMany: Answer = ["429 Too Many Requests"];
const badGateway: Answer = ["502 Bad Gateway"];
const tooLate: Answer = ["504 Gateway Timeout"];
const pause = (hint: string, ...more: string[]): Answer => ["503 Service Unavailable", `retry-after: ${hint}`, ...more];
/** A pause that ends at this time of the day on which the appliance's clock, which is wrong, shows 07:28:00. */
const pauseUntil = (time: string): Answer =>
  pause(`Wed, 21 Oct 2020 ${time} GMT`, "date: Wed, 21 Oct 2020 07:28:00 GMT");
const unknown = { name: "UnknownOutcomeError", isOpen: true };
const busyWrite = { name: "BusyWriteError", isWorthIt: true, isOpen: true };

test.each<[title: string, RequestSpec, answers: Answer[], end: object | string, requests: number]>([
  ["F9, F30: a read whose answer is lost", read, [lost, lost], "done", 3],
  ["F9, F30: an absolute value whose answer is lost", converging, [lost, lost], "done", 3],
  ["a creation whose answer is lost", write, [lost], unknown, 1],
  ["a read that is always lost", read, [lost, lost, lost, lost], { name: "UnknownOutcomeError" }, 3],
  ["a change that is lost before the appliance is busy", converging, [lost, pause("0"), pause("0")], unknown, 3],
  ["a read that is lost before the appliance is busy", read, [lost, pause("0"), pause("0")], { name: "BusyError" }, 3],
  ["F13: a read whose proxy gives up", read, [badGateway, tooLate], "done", 3],
  ["F13: a creation whose proxy reports a failure", write, [badGateway], unknown, 1],
  ["F13: a creation whose proxy gives up", write, [tooLate], unknown, 1],
  ["F12: a read of a busy appliance", read, [unavailable, tooMany], "done", 3],
  ["F12: an absolute value for a busy appliance", converging, [tooMany, unavailable], "done", 3],
  ["F12: a creation on a busy appliance", write, [unavailable], busyWrite, 1],
  ["F12: a creation that is turned away", write, [tooMany], busyWrite, 1],
  ["F12: a creation with a pause", write, [pause("7")], { ...busyWrite, retryAfterSeconds: 7 }, 1],
  ["F12: a pause of a day", read, [pause("86400")], { name: "BusyError", retryAfterSeconds: 86400, status: 503 }, 1],
  ["F12: a pause by the appliance's own clock", write, [pauseUntil("07:28:30")], { retryAfterSeconds: 30 }, 1],
  ["F12: a pause that is over", write, [pauseUntil("07:00:00")], { retryAfterSeconds: 0 }, 1],
  ["F12: a pause as a date of another form", write, [pause("2026-10-21")], { retryAfterSeconds: undefined }, 1],
  ["F12: a pause below 0", read, [pause("-1")], "done", 2],
  ["F12: a pause in words", read, [pause("soon")], "done", 2],
  ["F12: a pause without end", read, [pause("1e9999")], "done", 2],
  ["F12: an empty pause", read, [pause("")], "done", 2],
  [
    "F12: an appliance that stays busy",
    converging,
    Array(4).fill(unavailable),
    { name: "BusyError", isOpen: false },
    3,
  ],
  ["HTTP 400, which the client judges", read, [["400 Bad Request"]], "done", 1],
  ["HTTP 401, which the client judges", read, [["401 Unauthorized"]], "done", 1],
  ["HTTP 404, which the client judges", read, [["404 Not Found"]], "done", 1],
  ["HTTP 500, which the client judges", read, [["500 Internal Server Error"]], "done", 1],
])("%s", async (_title, request, answers, end, requests) => {
  const server = await answering(...answers);
  const sent = retrier().layer(transportTo(server.url).send)(request);
  if (typeof end === "string") expect((await sent).text).toBe(end);
  else {
    const error = (await rejection(sent)) as object;
    expect(Object.assign(error, { isOpen: mayBeMade(error) })).toMatchObject(end);
  }
  expect(server.requests).toHaveLength(requests);
});

test("F12: a busy appliance is given the time that it asks for, in seconds or as a date", async () => {
  const hints = [() => "1", () => new Date(Date.now() + 2000).toUTCString()];
  await Promise.all(
    hints.map(async (hint) => {
      const server = await answering(pause(hint()));
      const began = performance.now();
      expect((await retrier().layer(transportTo(server.url).send)(read)).text).toBe("done");
      // A date has no fractions of a second, so of two seconds at least one remains.
      expect(performance.now() - began).toBeGreaterThanOrEqual(900);
    }),
  );
});

describe("an appliance that turns requests away (429)", () => {
  const busy: Answer = ["429 Too Many Requests", "retry-after: 0"];

  test("is asked again more often than one that fails, and does not use up the retry budget", async () => {
    const layer = retrier().layer;
    for (let time = 0; time < 8; time += 1) {
      const server = await answering(...Array<Answer>(15).fill(busy));
      expect((await layer(transportTo(server.url).send)(converging)).text).toBe("done");
      expect(server.requests).toHaveLength(16);
    }
    const failing = await answering(["502 Bad Gateway"]);
    expect((await layer(transportTo(failing.url).send)(read)).text).toBe("done");
  });

  test("causes an error after 21 tries if it never accepts the request", async () => {
    const server = await answering(...Array<Answer>(100).fill(busy));
    await fails(retrier().layer(transportTo(server.url).send)(converging), BusyError);
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

test("an answer that is longer than maxResponseBytes is not requested again", async () => {
  const server = await rawServer((socket) => socket.write(answer("x".repeat(5000))));
  await fails(retrier().layer(transportTo(server.url, { maxResponseBytes: 1024 }).send)(read), ReplyError);
  expect(server.requests).toHaveLength(1);
});

describe("the retry budget", () => {
  test("F14: limits N failing calls to at most N + 100 requests, and they fail soon", async () => {
    const counted = counting(transportTo(closedUrl).send);
    const send = retrier().layer(counted.send);
    const began = performance.now();
    const all = await Promise.allSettled(Array.from({ length: 300 }, () => send(read)));
    expect(all.every(({ status }) => status === "rejected")).toBe(true);
    expect(counted.tries()).toBeLessThanOrEqual(300 + retryPolicy.budget);
    expect(counted.tries()).toBeGreaterThan(300);
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
