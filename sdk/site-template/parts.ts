import type * as pulumi from "@pulumi/pulumi";

/** What a thing of a model says of itself beside the inputs of its resource. */
export interface ModelNames {
  /** What it is called in the model, by which its resource is known. */
  readonly key: string;
  /** What it was called before. */
  readonly former?: readonly string[] | undefined;
}

/** How the child resources of one template are made. */
export class Parts {
  constructor(
    readonly parent: pulumi.ComponentResource,
    private readonly template: string,
    private readonly site: string | undefined,
  ) {}

  /** One child resource: named after the template and its key in the model, so that the order of the model means nothing. */
  make<Args extends object, R>(
    type: new (name: string, args: Args, options: pulumi.CustomResourceOptions) => R,
    { key, former = [] }: ModelNames,
    args: Args,
  ): R {
    const site = this.site === undefined ? {} : { site: this.site };
    const aliases = former.map((name) => ({ name: this.#nameOf(name) }));
    return new type(this.#nameOf(key), { ...args, ...site }, { parent: this.parent, aliases });
  }

  #nameOf(key: string): string {
    return `${this.template}/${key}`;
  }
}

/** The things of a list by their names, each made into its resource. */
export function byName<Item, R>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  make: (item: Item) => R,
): Record<string, R> {
  return Object.fromEntries(items.map((item) => [keyOf(item), make(item)]));
}

/** What has a name, if anything has: names of a model may be those that every object has. */
export function named<T>(things: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(things, name) ? things[name] : undefined;
}
