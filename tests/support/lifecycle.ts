import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator";
import { type ProviderOptions, type ProviderProcess, startProvider } from "./provider-process";

/** Both appliances and the real dynamic provider process, configured for them. */
export interface World {
  sim: Simulator;
  provider: ProviderProcess;
  /** The stack configuration that the provider got; keys can be overridden when another provider is started. */
  config: Readonly<Record<string, Record<string, unknown>>>;
  close(): Promise<void>;
}

/** Starts simulator and provider process. Over plain HTTP unless asked for, which keeps tests short. */
export async function startWorld(
  options: { simulator?: SimulatorOptions; provider?: ProviderOptions; config?: Config } = {},
): Promise<World> {
  const sim = await startSimulator({ https: false, ...options.simulator });
  const config = configFor(sim, options.config);
  const provider = await startProvider({ ...options.provider, config });
  return {
    sim,
    provider,
    config,
    close: async () => {
      await provider.close();
      await sim.close();
    },
  };
}

type Config = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The stack configuration that leads to a simulator, with keys of each appliance on top. */
export function configFor(sim: Simulator, extra: Config = {}): Record<string, Record<string, unknown>> {
  const { gateway, replicator, caCert } = sim;
  const connection = caCert === undefined ? { allowHttp: true } : { caCert };
  return {
    gateway: { url: gateway.url, token: gateway.token, ...connection, ...extra["gateway"] },
    replicator: {
      url: replicator.url,
      user: replicator.user,
      password: replicator.password,
      ...connection,
      ...extra["replicator"],
    },
  };
}
