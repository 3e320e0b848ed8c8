import { parseBaseUrl } from "../../../provider/http/options";

describe("the URL of an appliance", () => {
  test.each([
    ["https://gateway.example.net", "https://gateway.example.net", ""],
    ["https://gateway.example.net/", "https://gateway.example.net", ""],
    ["https://GATEWAY.example.net:8443", "https://gateway.example.net:8443", ""],
    ["https://example.net/flow/one//", "https://example.net", "/flow/one"],
    ["https://[2001:db8::1]:8443/x/", "https://[2001:db8::1]:8443", "/x"],
  ])("%s has the origin %s and the path %j", (text, origin, prefix) => {
    const url = parseBaseUrl(text);
    expect(url.origin).toBe(origin);
    expect(url.href).toBe(`${origin}${prefix === "" ? "/" : prefix}`);
  });

  test.each([
    ["", "not valid"],
    ["ftp://gateway.example.net", "not valid"],
    ["https://", "not valid"],
    ["https://host name", "not valid"],
    ["https://host:99999", "not valid"],
    ["https://host/?x=1", "query or fragment"],
    ["https://host/#x", "query or fragment"],
    ["http://host", "allowHttp"],
  ])("%j is refused: %s", (text, words) => {
    expect(() => parseBaseUrl(text)).toThrow(words);
  });

  test("a user name and a password are refused, and the message does not repeat them", () => {
    const parse = (): URL => parseBaseUrl("https://admin:canary-77@host");
    expect(parse).toThrow("user name or password");
    expect(parse).not.toThrow("canary-77");
  });
});
