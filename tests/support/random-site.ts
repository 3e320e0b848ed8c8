import fc from "fast-check";
import type { IpGroupRule, Simulator } from "../../simulator";

const groups = fc.uniqueArray(fc.record({ name: fc.stringMatching(/^[A-Za-z"$\\\\ ]{3,9}$/u), last: fc.nat(255) }), {
  selector: ({ name }) => name.trim().toLowerCase().replaceAll(/ +/gu, " "),
  maxLength: 6,
});

/** Contents of both appliances. */
export const randomSite = fc.record({
  groups,
  ports: fc.uniqueArray(fc.integer({ min: 3000, max: 9000 }), { maxLength: 4 }),
});
export type RandomSite = typeof randomSite extends fc.Arbitrary<infer T> ? T : never;

const ip = (last: number): IpGroupRule => ({ type: "ip", address: `192.0.2.${String(last)}` });
export const collectorOf = (port: number): string => `10.1.${String(port % 250)}.1`;

/** Each group is the child of the one after it; each profile has a collector and a policy. */
export function fill({ mutate }: Simulator, { groups: all, ports }: RandomSite): void {
  let child: number | undefined;
  for (const { name, last } of all) {
    const below: IpGroupRule[] = child === undefined ? [] : [{ type: "child", child_id: child }];
    child = mutate.addIpGroup(name.trim(), [ip(last), ...below]);
  }
  for (const port of ports) {
    mutate.addProfile(`p${String(port)}`, port, port + 1);
    mutate.addCollector(collectorOf(port), `p${String(port)}`);
    mutate.setThreshold(collectorOf(port), 5000);
    mutate.addPolicy(`p${String(port)}`, { network: "10.0.0.0", prefixLength: 8, kind: "include" });
  }
}

/** The statements of an exported program that declare something. */
export function statementsIn(text: string): string[] {
  return text.split(/^(?=export const|new )/mu);
}
