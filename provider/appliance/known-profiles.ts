/** The ports of a profile: listening and sending. */
export type Ports = readonly [listening: number, sending: number];

/**
 * Profiles that the program declares or a state has, with their ports, and the descriptions. A profile on the
 * replicator with one of these names is that profile. One with the same ports and a similar name may be it, if the
 * replicator shows names differently than it received them.
 */
export class KnownProfiles {
  /** Descriptions of profiles and addresses. */
  readonly descriptions = new Set<string>();
  readonly #ports = new Map<string, Ports[]>();
  #version = 0;

  /** Changes when more becomes known. */
  get version(): number {
    return this.#version;
  }

  /** Records a profile by its name, with its ports if they are known. */
  learn(name: string, ports?: Ports): void {
    const known = this.#ports.get(name);
    if (known !== undefined && (ports === undefined || known.some((one) => String(one) === String(ports)))) return;
    this.#ports.set(name, [...(known ?? []), ...(ports === undefined ? [] : [ports])]);
    this.#version += 1;
  }

  learnDescription(description: string): void {
    if (this.descriptions.has(description)) return;
    this.descriptions.add(description);
    this.#version += 1;
  }

  has(name: string): boolean {
    return this.#ports.has(name);
  }

  entries(): Iterable<[name: string, ports: readonly Ports[]]> {
    return this.#ports;
  }
}
