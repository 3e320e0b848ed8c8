import { z } from "zod";
import { NoContentError, RefusedError, ReplyError, TooLargeError } from "../../../provider/errors/errors";
import {
  conform,
  jsonOf,
  refuseRedirect,
  refuseStatus,
  refuseTooLarge,
  retryAfterSeconds,
} from "../../../provider/http/answer";
import type { HttpReply } from "../../../provider/http/request";
import { id } from "../../../provider/http/schemas";

const place = { appliance: "gateway", host: "gw.example:443", action: "test/act" } as const;

function reply(status: number, text = "", headers: HttpReply["headers"] = {}): HttpReply {
  return { status, text, headers };
}

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("expected it to throw");
}

describe("F76, F77: a redirect", () => {
  test.each([
    ["https://other.example/a/b?c=secret", "https://other.example"],
    ["http://gw.example:443/x", "http://gw.example:443"],
    ["/login.html", "https://gw.example"],
  ])("to %s is refused, and the message names only the origin %s", (location, origin) => {
    const error = thrown(() => refuseRedirect(reply(302, "", { location }), place));
    expect(error).toBeInstanceOf(RefusedError);
    expect((error as Error).message).toContain(`redirected to ${origin} (HTTP 302), which is not followed`);
    expect((error as Error).message).not.toContain("secret");
  });

  test("without a target is refused too", () => {
    expect(thrown(() => refuseRedirect(reply(307), place))).toMatchObject({ status: 307 });
  });
});

describe("F12: a busy appliance", () => {
  const now = Date.parse("Wed, 21 Oct 2026 07:28:00 GMT");
  test.each([
    ["2", 2],
    ["0", 0],
    [" 86400 ", 86_400],
    ["Wed, 21 Oct 2026 07:28:30 GMT", 30],
    ["Wed, 21 Oct 2026 07:00:00 GMT", 0],
    ["-1", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["2026-10-21", undefined],
    ["", undefined],
  ])("with Retry-After %j gives a delay of %s s", (header, seconds) => {
    expect(retryAfterSeconds(reply(503, "", { "retry-after": header }), now)).toBe(seconds);
  });

  test("with a date in Retry-After gives the delay by the appliance's own clock, which may be wrong", () => {
    const headers = { "retry-after": "Wed, 21 Oct 2020 07:28:30 GMT", date: "Wed, 21 Oct 2020 07:28:00 GMT" };
    expect(retryAfterSeconds(reply(503, "", headers), now)).toBe(30);
  });
});

describe("a status that is no success", () => {
  test("404 with an HTML page is a refusal that advises to check the URL", () => {
    const error = thrown(() => refuseStatus(reply(404, "<html></html>"), place));
    expect(error).toBeInstanceOf(RefusedError);
    expect((error as Error).message).toContain("HTTP 404 and a page. Check the URL");
  });
});

describe("an answer that does not come from the API is an error", () => {
  test.each([
    [
      "an HTML page by its content type",
      reply(200, "Please log in", { "content-type": "text/html; charset=utf-8" }),
      "a page in HTML",
    ],
    ["an HTML page by its beginning", reply(200, "\n<!DOCTYPE html><html>"), "a page in HTML"],
    ["an empty answer", reply(200, ""), "is empty"],
    ["plain text", reply(200, "OK"), "is not JSON"],
    [
      "an empty answer with the content type of HTML",
      reply(204, "", { "content-type": "text/html" }),
      "is empty (HTTP 204)",
    ],
  ])("F6, F46, F64: %s", (_name, given, words) => {
    const error = thrown(() => jsonOf(given, place));
    expect(error).toBeInstanceOf(ReplyError);
    expect((error as Error).message).toContain(words);
    expect((error as Error).message).toContain("Check the URL");
  });
});

test.each(["text/html; charset=utf-8", "text/plain", "application/octet-stream"])(
  "JSON is accepted with the content type %s",
  (type) => {
    expect(jsonOf(reply(200, ' {"fc_id": 1}', { "content-type": type }), place)).toEqual({ fc_id: 1 });
  },
);

test("a 204 answer is a NoContentError, and leaves the outcome unknown", () => {
  const error = thrown(() => jsonOf(reply(204), place));
  expect(error).toBeInstanceOf(NoContentError);
  expect(error).toMatchObject({ outcome: "unknown", status: 204 });
});

test("a 413 answer is a TooLargeError", () => {
  expect(thrown(() => refuseTooLarge(reply(413), place))).toBeInstanceOf(TooLargeError);
});

describe("a value of an answer", () => {
  test("F71: is reported with its JSON path, not with its value, if it is not as documented", () => {
    const schema = z.object({ data: z.array(z.object({ id, name: z.string() })) });
    const value = {
      data: [
        { id: 1, name: "a" },
        { id: "x-canary", name: null },
      ],
    };
    const error = thrown(() => conform(schema, value, place));
    expect(error).toBeInstanceOf(ReplyError);
    expect((error as Error).message).toContain("$.data[1].id");
    expect((error as Error).message).toContain("$.data[1].name");
    expect((error as Error).message).not.toContain("canary");
  });
});
