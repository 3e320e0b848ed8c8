import { bodyText } from "../../../provider/http/exchange";

const json = (charset?: string): string =>
  charset === undefined ? "application/json" : `text/html; charset=${charset}`;

describe("F163: the text of an answer", () => {
  test.each<[string, Buffer, string | undefined, string]>([
    ["UTF-8", Buffer.from('"Zürich €"'), json(), '"Zürich €"'],
    ["UTF-8 without a type", Buffer.from('"Zürich"'), undefined, '"Zürich"'],
    ["ISO-8859-1 that is declared", Buffer.from('"Zürich"', "latin1"), json("ISO-8859-1"), '"Zürich"'],
    ["ISO-8859-1 that is not declared", Buffer.from('"Zürich"', "latin1"), json(), '"Zürich"'],
    ["ISO-8859-1 that is declared as UTF-8", Buffer.from('"Zürich"', "latin1"), json("utf-8"), '"Zürich"'],
    ["UTF-8 that is declared as ISO-8859-1", Buffer.from('"Zürich"'), json("ISO-8859-1"), '"Zürich"'],
    ["windows-1252", Buffer.from([0x22, 0x80, 0xe9, 0x22]), json("windows-1252"), '"€é"'],
    ["ISO-8859-2", Buffer.from([0x22, 0xb3, 0xf3, 0x64, 0xbc, 0x22]), json("iso-8859-2"), '"łódź"'],
    ["UTF-16", Buffer.from('"Zürich"', "utf16le"), json("utf-16le"), '"Zürich"'],
    ["an unknown charset", Buffer.from('"Zürich"', "latin1"), json("x-unknown"), '"Zürich"'],
    ["a byte order mark", Buffer.from('\ufeff{"a":1}'), json(), '{"a":1}'],
    ["blank lines and a byte order mark", Buffer.from('\r\n\n\ufeff {"a":1}'), json(), '{"a":1}'],
    ["an empty body", Buffer.alloc(0), json(), ""],
    ["a blank body", Buffer.from("\r\n"), json(), ""],
  ])("is read from %s", (_name, bytes, type, text) => {
    expect(bodyText(bytes, type)).toBe(text);
  });

  test("keeps UTF-8 characters next to one that is cut in half", () => {
    const cut = Buffer.concat([Buffer.from('["Zürich 😀","Gen'), Buffer.from([0xc3]), Buffer.from('"]')]);
    expect(JSON.parse(bodyText(cut, json()))).toEqual(["Zürich 😀", "GenÃ"]);
  });
});
