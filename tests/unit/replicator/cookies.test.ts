import type { HttpReply } from "../../../provider/http/request";
import { CookieJar } from "../../../provider/replicator/session";

function setting(...lines: string[]): HttpReply {
  const [only = ""] = lines;
  return { status: 200, text: "", headers: { "set-cookie": lines.length === 1 ? only : lines } };
}

describe("F58: the cookies of a session", () => {
  test("are sent back by name and raw value, with percent escapes untouched, whatever their attributes", () => {
    const jar = new CookieJar();
    jar.remember(setting("session=a%0D%0Ab; Path=/api/1/; HttpOnly; Secure", 'proof="x=1=2"; Domain=other.example'));
    expect(jar.header()).toBe('session=a%0D%0Ab; proof="x=1=2"');
  });

  test("change when an answer sets them again, and are removed when it deletes them", () => {
    const jar = new CookieJar();
    jar.remember(setting("a=1", "b=2"));
    jar.remember(setting("a=3"));
    expect(jar.header()).toBe("a=3; b=2");
    jar.remember(setting("a=; Max-Age=0", "b=x; expires=Thu, 01 Jan 1970 00:00:00 GMT"));
    expect(jar.header()).toBeUndefined();
    jar.remember(setting("c=1; Max-Age=60"));
    expect(jar.header()).toBe("c=1");
  });

  test("are sent back without the blanks around their names and values", () => {
    const jar = new CookieJar();
    jar.remember(setting(" a = 1 ; Path=/"));
    expect(jar.header()).toBe("a=1");
  });

  const past = "Thu, 01 Jan 1970 00:00:00 GMT";
  test.each([
    ["expires=Fri, 01 Jan 2900 00:00:00 GMT"],
    ["expires=at some time"],
    ["max-age=1"],
    ["max-age=soon"],
    ["x-max-age=0"],
    ["max-age-limit=0"],
    [`x-expires=${past}`],
    [`expires-at=${past}`],
    ["Max-Age"],
    ["Max-Age="],
    ["Expires=0"],
    ["Expires=-1"],
    [`Max-Age=60; Expires=${past}`],
    ["Max-Age=0; Max-Age=60"],
    ["Expires=Fri, 01 Jan 1971 00:00:00 GMT"],
  ])("are kept with the attribute %s", (attribute) => {
    const jar = new CookieJar();
    jar.remember(setting(`a=1; ${attribute}`));
    expect(jar.header()).toBe("a=1");
  });

  test.each([
    ["Max-Age=0"],
    ["MAX-AGE=-1"],
    ["Max-Age = 0"],
    ["Max-Age=60; Max-Age=0; Max-Age=soon"],
    [`Expires=${past}`],
    ["expires=Thu, 01-Jan-1970 00:00:01 GMT"],
    [`Expires=${past}; Max-Age=x0`],
    [`Expires=${past}; Max-Age=0x`],
  ])("are deleted by the attribute %s", (attribute) => {
    const jar = new CookieJar();
    jar.remember(setting("a=1", "b=2"));
    jar.remember(setting(`a=3; Path=/; ${attribute}; Secure`));
    expect(jar.header()).toBe("b=2");
  });

  test("are ignored if they could not be sent back unchanged", () => {
    const jar = new CookieJar();
    jar.remember(setting("novalue", "=x", "a b=1", "c=é", "d=\u0007"));
    jar.remember({ status: 200, text: "", headers: {} });
    expect(jar.header()).toBeUndefined();
  });
});
