import fc from "fast-check";
import type { Command } from "../../../provider/replicator/commands";

/** Any command about profiles with these names, and about collectors, exporters and networks with these addresses. */
export function commandsOf({
  names,
  addresses,
  renamed = names,
}: {
  names: fc.Arbitrary<string>;
  addresses: fc.Arbitrary<string>;
  /** New names of profiles. */
  renamed?: fc.Arbitrary<string>;
}): fc.Arbitrary<Command> {
  const port = fc.integer({ min: 0, max: 65_535 });
  const of = <Verb extends string>(...verbs: [Verb, ...Verb[]]): fc.Arbitrary<Verb> => fc.constantFrom(...verbs);
  return fc.oneof(
    fc.record({ verb: of("profile/add", "profile/update"), name: names, listeningPort: port, sendingPort: port }),
    fc.record({ verb: of("profile/rename"), current: names, name: renamed }),
    fc.record({ verb: of("profile/enable", "profile/disable", "profile/remove"), name: names }),
    fc.record({ verb: of("profile/singularity"), name: names, singularity: fc.boolean() }),
    fc.record({ verb: of("collector/add", "collector/remove"), address: addresses, profile: names }),
    fc.record({ verb: of("collector/threshold"), address: addresses, threshold: fc.maxSafeNat() }),
    fc.record({ verb: of("exporter/add", "exporter/remove"), address: addresses, profile: names }),
    fc.record({
      verb: of("policies/add", "policies/remove"),
      network: addresses,
      prefix: fc.integer({ min: 0, max: 32 }),
      profile: names,
      kind: of("include", "exclude"),
    }),
    fc.record({ verb: of("notate/profile"), profile: names, description: names }),
    fc.record({ verb: of("notate/ip"), address: addresses, description: names }),
    fc.record({ verb: of("setting/set"), name: names, value: names }),
    fc.record({ verb: of("setting/enable", "setting/disable"), name: names }),
  );
}
