import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { kinds } from "../../provider/registry";
import { holdingsOf } from "../support/held";
import { oneStage, sentDuring, stateOf } from "../engine/support";
import { root } from "../support/clone";
import { PLUGINS } from "../support/engine";
import { compileGo } from "../support/languages";

jest.setTimeout(900_000);

const run = promisify(execFile);

/** A program that drives the engine itself (Automation API), so it needs no language host for Go. */
const source = `
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"program/flowgate"
)

func declare(ctx *pulumi.Context) error {
	group, err := flowgate.NewIpGroup(ctx, "offices", &flowgate.IpGroupArgs{Rules: flowgate.RuleArray{
		flowgate.NetworkRule(pulumi.String("10.30.0.0/16")),
		&flowgate.RuleArgs{Type: flowgate.RuleTypeIp, Address: pulumi.String(os.Getenv("ADDRESS"))},
	}})
	if err != nil {
		return err
	}
	flows, err := flowgate.NewReplicatorProfile(ctx, "flows", &flowgate.ReplicatorProfileArgs{
		ListeningPort: pulumi.Int(2055), SendingPort: pulumi.Int(2056),
	})
	if err != nil {
		return err
	}
	if _, err := flowgate.NewCollector(ctx, "collector", &flowgate.CollectorArgs{
		Address: pulumi.String("10.20.0.10"), Profiles: pulumi.StringArray{flows.Name}, Threshold: pulumi.Int(100),
	}); err != nil {
		return err
	}
	ctx.Export("count", group.RuleCount)
	return nil
}

func main() {
	ctx := context.Background()
	stack, err := auto.UpsertStackInlineSource(ctx, "test", "program", declare, auto.WorkDir(os.Args[2]))
	fail(err)
	if os.Args[1] == "destroy" {
		_, err := stack.Destroy(ctx)
		fail(err)
		return
	}
	if os.Args[1] == "preview" {
		_, err := stack.Preview(ctx)
		fail(err)
		return
	}
	result, err := stack.Up(ctx)
	fail(err)
	text, err := json.Marshal(map[string]any{"changes": result.Summary.ResourceChanges, "count": result.Outputs["count"].Value})
	fail(err)
	fmt.Println(string(text))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`;

describe("a program in Go with the generated SDK", () => {
  let go: Awaited<ReturnType<typeof compileGo>>;
  const stage = oneStage();
  beforeAll(async () => {
    go = await compileGo(source);
    const project = { name: "program", runtime: "go", ...PLUGINS };
    await writeFile(join(stage.engine.folder, "Pulumi.yaml"), JSON.stringify(project));
  });

  const operate = async (operation: "up" | "preview" | "destroy", address = "10.31.0.1"): Promise<string> => {
    const env = { ...stage.engine.env, ADDRESS: address };
    return (await run(go.program, [operation, stage.engine.folder], { env })).stdout;
  };

  test("creates what it declares, finds nothing to change afterwards, and destroys it", async () => {
    const { engine, sim } = stage;
    expect(JSON.parse(await operate("up"))).toEqual({ changes: { create: 4 }, count: 2 });
    expect(holdingsOf(sim)).toMatchObject({
      ipGroups: { offices: ["ip 10.31.0.1", "network 10.30.0.0/16"] },
      profiles: { flows: { collectors: ["10.20.0.10"] } },
      thresholds: { "10.20.0.10": 100 },
    });
    expect((await stateOf(engine)).map(({ type }) => type)).toContain("flowgate:index:IpGroup");
    const sent = await sentDuring(sim, async () => {
      expect(JSON.parse(await operate("up"))).toEqual({ changes: { same: 4 }, count: 2 });
    });
    expect(sent).toEqual([]);
    expect(JSON.parse(await operate("up", "10.31.0.2"))).toEqual({ changes: { same: 3, update: 1 }, count: 2 });
    expect(holdingsOf(sim)).toMatchObject({ ipGroups: { offices: ["ip 10.31.0.2", "network 10.30.0.0/16"] } });
    await operate("destroy");
    expect(holdingsOf(sim)).toMatchObject({ ipGroups: {}, profiles: {} });
  });

  test("compiles every example", async () => {
    const examples = join(root, "docs/reference/resources/examples");
    const names = (await readdir(examples)).filter((name) => name.endsWith(".go"));
    expect(names).toHaveLength(kinds.length);
    for (const name of names) {
      const text = await readFile(join(examples, name), "utf8");
      const folder = join(go.folder, "examples", name.replace(".go", ""));
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "main.go"), text.replace(/"git[.]example[.]invalid\/[^"]*"/u, '"program/flowgate"'));
    }
    const env = { ...process.env, CGO_ENABLED: "0" };
    await run("go", ["vet", "-mod=mod", "-tags", "osusergo,grpcnotrace", "./examples/..."], { cwd: go.folder, env });
  });

  test("gets the provider's error messages for mistakes in a preview that sends nothing", async () => {
    const sent = await sentDuring(stage.sim, async () => {
      await expect(operate("preview", "10.31.0.256")).rejects.toThrow(/rules\[1\]\.address: "10\.31\.0\.256"/u);
    });
    expect(sent).toEqual([]);
  });
});
