import type * as pulumi from "@pulumi/pulumi";

/** Names of a thing in the model, beside the inputs of its resource. */
export interface ModelNames {
  /** Name in the model, from which the name of the resource is built. */
  readonly key: string;
  /** Former names in the model. */
  readonly former?: readonly string[] | undefined;
}

/** A former Pulumi name of a template. */
export interface FormerTemplate {
  readonly name: string;
  readonly urn: pulumi.Output<string>;
}

/** Creates the child resources of one template. */
export class Parts {
  constructor(
    readonly parent: pulumi.ComponentResource,
    private readonly template: string,
    private readonly site: string | undefined,
    private readonly formerTemplates: readonly FormerTemplate[] = [],
  ) {}

  /**
   * Creates a child resource. It is named after the template and its key in the model, so that the order of the model
   * does not matter.
   */
  make<Args extends object, R>(
    type: new (name: string, args: Args, options: pulumi.CustomResourceOptions) => R,
    { key, former = [] }: ModelNames,
    args: Args,
  ): R {
    const site = this.site === undefined ? {} : { site: this.site };
    const keys = [key, ...former];
    // The aliases that Pulumi derives from those of the parent are ignored once the parent is in the state under its
    // new name, as it is after a run that failed.
    const aliases = [
      ...former.map((one): pulumi.Alias => ({ name: this.#nameOf(one) })),
      ...this.formerTemplates.flatMap(({ name, urn }) =>
        keys.map((one): pulumi.Alias => ({ name: `${name}/${one}`, parent: urn })),
      ),
    ];
    return new type(this.#nameOf(key), { ...args, ...site }, { parent: this.parent, aliases });
  }

  #nameOf(key: string): string {
    return `${this.template}/${key}`;
  }
}

/** Creates a resource for each item of a list and returns them by name. */
export function byName<Item, R>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  make: (item: Item) => R,
): Record<string, R> {
  return Object.fromEntries(items.map((item) => [keyOf(item), make(item)]));
}

/**
 * Looks up an own property by name. A name in a model may equal that of an inherited property, such as `constructor`.
 */
export function named<T>(things: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(things, name) ? things[name] : undefined;
}
