/** Two examples for the help of each command; a group of commands shows theirs. */
export const examples: Readonly<Record<string, readonly [string, string]>> = {
  simulate: ["flowgate simulate --file site.json", "flowgate simulate --http --switch errStatus=500"],
  doctor: ["flowgate doctor --site lille", "flowgate doctor --no-stack"],
  check: ["flowgate check", "flowgate check programs/lille --json"],
  summary: ["pulumi preview --json | flowgate summary", "flowgate summary preview.json --max-deletes 5"],
  diagram: ["flowgate diagram --site lille", "flowgate diagram --model shared.yaml lille.yaml"],
  "model check": ["flowgate model check shared.yaml lille.yaml", "flowgate model check --sites sites.yaml"],
  "model resolve": [
    "flowgate model resolve shared.yaml lille.yaml",
    "flowgate model resolve lille.yaml --explain profiles.netflow",
  ],
  export: ["flowgate export --site lille", "flowgate export lille --kinds IpGroup 'Collector:10.*'"],
  drift: ["flowgate drift --unmanaged", "flowgate drift --site lille --write shared.yaml lille.yaml"],
  "fleet preview": ["flowgate fleet preview", "flowgate fleet preview lille --markdown"],
  "fleet up": ["flowgate fleet up --max-deletes 5", "flowgate fleet up --yes --continue .fleet/report.json"],
  "fleet plan": ["flowgate fleet plan --json", "flowgate fleet plan --operator"],
  "fleet merge": ["flowgate fleet merge reports/*.json", "flowgate fleet merge a.json b.json --markdown"],
  report: ["flowgate report host2host --time Yesterday", "flowgate report --filter exporter=10.20.0.1 --csv"],
  call: [
    "flowgate call gateway ipgroups/search name=Servers fc_name_comp=like",
    "flowgate call replicator show/collectors",
  ],
};
