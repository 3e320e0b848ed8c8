import type { Command } from "commander";

/** Example command lines of each command, by its path below `flowgate`. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  init: ["flowgate init", "flowgate init network --template model --gateway https://gateway.example.net"],
  simulate: ["flowgate simulate", "flowgate simulate --file appliances.json"],
  status: ["flowgate status", "flowgate status --site paris -o json"],
  doctor: ["flowgate doctor", "flowgate doctor --site paris"],
  certify: ["flowgate certify", "flowgate certify gateway --kinds IpGroup", "flowgate certify --clean"],
  show: [
    "flowgate show collectors",
    "flowgate show profile netflow",
    "flowgate show exporters -o wide",
    "flowgate show realtime --watch 5",
  ],
  unassigned: ["flowgate unassigned"],
  ack: ["flowgate ack collector 192.0.2.10:9996"],
  rebuild: ["flowgate rebuild"],
  "settings list": ["flowgate settings list", "flowgate settings list -o yaml"],
  "settings set": ["flowgate settings set flowStopAlert 45"],
  "settings enable": ["flowgate settings enable flowStopAlert"],
  "settings disable": ["flowgate settings disable flowStopAlert"],
  "ip-groups list": ["flowgate ip-groups list", "flowgate ip-groups list -o json"],
  "ip-groups search": ["flowgate ip-groups search branch"],
  "ip-groups show": ["flowgate ip-groups show Branches"],
  report: [
    "flowgate report applications --date-range Yesterday --limit 20",
    "flowgate report conversations --ip-group Branches --limit all --csv > conversations.csv",
  ],
  export: [
    "flowgate export paris",
    "flowgate export --only 'IpGroup:Lille*' --dry-run",
    "flowgate export --format model",
  ],
  import: ["flowgate import paris/import.json"],
  trace: ["flowgate trace 10.30.4.9", "flowgate trace 10.30.4.9 --preview preview.json"],
  drift: ["flowgate drift", "flowgate drift --site paris -o json"],
  accept: ["flowgate accept --dry-run", "flowgate accept 'IpGroup:Lille*'"],
  snapshot: [
    "flowgate snapshot",
    "flowgate snapshot --site paris --filter 10.1 192.0.2.10",
    "pulumi preview --config flowgate:snapshot=flowgate.snapshot.json",
  ],
  adopt: ["flowgate adopt"],
  "state to-bulk": [
    "pulumi stack export --file state.json",
    "flowgate state to-bulk state.json --names branches servers",
    "pulumi stack import --file state.json",
  ],
  "state to-single": ["flowgate state to-single state.json --from ip-groups"],
  "model diff": ["flowgate model diff --since origin/main", "flowgate model diff --since origin/main paris lyon"],
  diagram: [
    "flowgate diagram --file site.svg",
    "flowgate diagram groups --group Lille --format mermaid",
    "pulumi preview --show-sames --json | flowgate diagram --preview - --file changes.svg",
  ],
  check: ["flowgate check", "flowgate check --stack prod -o json"],
  "plan-requests": ["flowgate plan-requests", "flowgate plan-requests preview.json -o json"],
  "model check": ["flowgate model check global.yaml region.yaml paris.yaml"],
  "model resolve": ["flowgate model resolve global.yaml paris.yaml"],
  "model explain": ["flowgate model explain ipGroups.Servers global.yaml paris.yaml"],
  summary: [
    "pulumi preview --show-sames --json | flowgate summary --html report.html > summary.md",
    "flowgate summary paris.json lyon.json --max-length 900000",
  ],
  "fleet preview": ["flowgate fleet preview", "flowgate fleet preview --tags emea"],
  "fleet up": ["flowgate fleet up", "flowgate fleet up --sites paris lyon --yes"],
  "fleet matrix": ["flowgate fleet matrix --wave 0 --check"],
  "fleet stacks": [
    "flowgate fleet stacks --wave 0 --commit 0123456789abcdef0123456789abcdef01234567 --template stack.yaml",
  ],
  "fleet refresh": ["flowgate fleet refresh"],
  "fleet destroy": ["flowgate fleet destroy --sites paris"],
  completion: ["source <(flowgate completion bash)", "flowgate completion fish | source"],
  help: ["flowgate help", "flowgate help settings set", "flowgate help configuration"],
};

/** Adds the examples to the help of each command. */
export function addExamples(command: Command, path: readonly string[] = []): void {
  for (const inner of command.commands) {
    const own = [...path, inner.name()];
    const lines = examples[own.join(" ")] ?? [];
    if (lines.length > 0) inner.addHelpText("after", `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}`);
    addExamples(inner, own);
  }
}
