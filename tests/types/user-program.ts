/** A program of a user, with every entry point that programs import. */
export const program = `
import * as pulumi from "@pulumi/pulumi";
import { Collector, IpGroup, Permission, ReplicatorProfile, rule, RuleArgs } from "pulumi-flowgate";
import { startSimulator } from "pulumi-flowgate/simulator";
import { GatewayClient, ReplicatorClient } from "pulumi-flowgate/client";
const rules: RuleArgs[] = ["10.30.0.0/16"].map(rule.network);
const group = new IpGroup("branches", { rules });
const flows = new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056 });
new Collector("collector", { address: "10.20.0.10", profiles: [flows], threshold: 100 });
new Permission("p", { userGroup: 4, permissionType: "app", seccode: "IPGroups" });
export const groupId: pulumi.Output<number> = group.groupId;
export const names: string[] = [startSimulator.name, GatewayClient.name, ReplicatorClient.name];
`;
