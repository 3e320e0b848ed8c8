const collator = new Intl.Collator("en", { numeric: true });

/** Compares by code units, and numbers in texts by value: alike on every machine, with addresses in their order. */
export function byText(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

/** Compares by name, not by id: the same objects on another appliance have the same order. */
export function byLabel(one: { readonly label: string }, other: { readonly label: string }): number {
  return byText(one.label, other.label);
}

/** Rules by their type and addresses. */
export function inRuleOrder<Rule extends object>(rules: readonly Rule[]): Rule[] {
  const textOf = (one: Rule): string => Object.values(one).join(" ");
  return rules.toSorted((one, other) => byText(textOf(one), textOf(other)));
}
