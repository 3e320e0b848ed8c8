import { oneWorld } from "../support/lifecycle";
import { Resource } from "./resource";

const world = oneWorld();

const network = (cidr: string): object => ({ type: "network", cidr });

function addByHand(name: string): void {
  world.sim.mutate.addIpGroup(name, [
    { type: "network", address: "172.16.0.0", mask: "12" },
    { type: "network", address: "10.1.0.0", mask: "16" },
  ]);
}

test('"adoptIfEqual" refuses a different object and prints the differences, at most twenty of them', async () => {
  addByHand("long");
  await world.nextRun();
  const rules = Array.from({ length: 30 }, (_, index) => network(`10.${100 + index}.0.0/16`));
  const refused = new Resource(world, "IpGroup").up({ name: "long", rules, onExisting: "adoptIfEqual" });
  await expect(refused).rejects.toThrow(
    /differs from what is declared: rules - network .*, rules - network .*, rules \+ network 10\.100\.0\.0\/16, .* and 12 more\. .*: onExisting: "adopt"\./u,
  );
});
