import type { Command } from "commander";
import type { ReplicatorClient } from "../../provider/client";
import { RefusedError } from "../../provider/errors/errors";
import type { Runner } from "../run";

/** `role`: replication service, `role/test/secondary`, beside the role that the license names. */
export function addRole(program: Command, run: Runner): void {
  program
    .command("role")
    .helpGroup("Replicator:")
    .description("Show the replicator's role, and test it as a secondary")
    .action(
      run(async (context) => {
        const { client } = await context.replicator();
        const [license, test] = await context.progress.during("Testing the role", () =>
          Promise.all([client.licenseCheck(), testSecondary(client)]),
        );
        const fields: readonly (readonly [string, string])[] = [
          ["Role in the license", license.role],
          ["Test as secondary", `${test.passed ? "passed" : "not passed"}: ${test.words}`],
        ];
        return { data: { role: license.role, secondaryTest: test }, views: [{ kind: "fields", fields }] };
      }),
    );
}

/** A primary refuses the test and says that it is a primary: that is a result here, not an error. */
async function testSecondary(client: ReplicatorClient): Promise<{ passed: boolean; words: string }> {
  try {
    const { description } = await client.roleTestSecondary();
    return { passed: true, words: description ?? "the appliance said nothing more" };
  } catch (error) {
    if (!(error instanceof RefusedError && error.answered) || error.status === 404) throw error;
    return { passed: false, words: error.words };
  }
}
