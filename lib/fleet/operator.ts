import { mapped } from "../../provider/values/collections";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import type { Site } from "./fleet";
import { FleetFileError } from "./file";

/** The operator's limit for the name of a `Stack`. */
const LONGEST_NAME = 42;
const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/u;

/** The part of a template that this command checks. The cluster checks the rest against the operator's definition. */
const templateSchema = z.looseObject({
  apiVersion: z.literal("pulumi.com/v1"),
  kind: z.literal("Stack"),
  metadata: z
    .looseObject({ name: z.string().optional(), labels: z.record(z.string(), z.string()).optional() })
    .optional(),
  spec: z.looseObject({
    branch: z.undefined({ error: "is replaced by --commit: remove it" }).optional(),
    prerequisites: z
      .undefined({ error: "compare times and not commits, so the waves replace them: remove them" })
      .optional(),
  }),
});
type Template = z.output<typeof templateSchema>;

/** Reads the template of the `Stack` objects. Throws FleetFileError. */
export function readTemplate(file: string): Template {
  const parsed = templateSchema.safeParse(contentOf(file));
  if (parsed.success) return parsed.data;
  throw new FleetFileError(parsed.error.issues.map(({ path, message }) => `${file}: ${path.join(".")}: ${message}`));
}

function contentOf(file: string): unknown {
  try {
    return parse(readFileSync(file, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FleetFileError([`${file} cannot be read: ${code ?? message.split("\n")[0] ?? ""}`]);
  }
}

/** What the objects of one wave have in common. */
export interface Pin {
  /** Full hash of the commit that the operator deploys. */
  readonly commit: string;
  readonly wave: number;
}

/**
 * One `Stack` object of the Pulumi Kubernetes Operator for each site, from a template in which `{site}` and `{stack}`
 * are replaced in every text. The commit is pinned: the operator deploys it and nothing else. Throws FleetFileError if
 * a site cannot be the name of an object.
 */
export function stackObjects(template: Template, sites: readonly Site[], { commit, wave }: Pin): readonly object[] {
  const pattern = template.metadata?.name ?? "{site}";
  const objects = sites.map((site) => {
    const { metadata, spec, ...rest } = mapped(template, (part) => filled(part, site)) as Template;
    return {
      ...rest,
      metadata: {
        ...metadata,
        name: metadata?.name ?? site.name,
        labels: { ...metadata?.labels, "flowgate/wave": String(wave) },
      },
      spec: { workspaceReclaimPolicy: "Delete", ...spec, stack: site.stack, commit },
    };
  });
  const wrong = objects
    .map(({ metadata }) => metadata.name)
    .filter((name) => !label.test(name) || name.length > LONGEST_NAME);
  if (wrong.length === 0) return objects;
  const rule = `at most ${LONGEST_NAME} lower-case letters, digits and hyphens`;
  throw new FleetFileError([`An object cannot be named ${wrong.join(", ")} (${pattern}): a name has ${rule}.`]);
}

/** A text with the names of a site. */
function filled(part: unknown, { name, stack }: Site): unknown {
  return typeof part === "string" ? part.replaceAll("{site}", name).replaceAll("{stack}", stack) : part;
}
