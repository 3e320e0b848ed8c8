/**
 * Words that readers of another mother tongue stumble over. Comments, messages and titles of tests name the actor and
 * use the plain verb instead.
 */
const terms =
  /\b(?:told|tells|somebody|nobody|whoever|in vain|all the same|taken for|of which|(?:is|are) to be|hangs on)\b/iu;

/** @type {import("eslint").Rule.RuleModule} */
export const words = {
  meta: {
    type: "suggestion",
    schema: [{ enum: ["all", "titles"] }],
    messages: { word: 'Write "{{ word }}" in plain words: name the actor, and use the plain verb.' },
  },
  create(context) {
    /** @param {string} text @param {{ loc?: import("eslint").AST.SourceLocation | null | undefined }} node */
    const check = (text, { loc }) => {
      const [word] = terms.exec(text.replaceAll(/\s+[*/]*\s*/gu, " ")) ?? [];
      if (word !== undefined && loc) context.report({ loc, messageId: "word", data: { word } });
    };
    const isTitle = (/** @type {any} */ node) => {
      const { parent } = node;
      if (parent?.type === "Property" && parent.value === node) return parent.key.name === "title";
      if (parent?.type !== "CallExpression" || parent.arguments[0] !== node) return false;
      // `test(title)`, `test.each(rows)(title)`, or `refused(title)` and other builders of rows.
      const called = parent.callee.callee ?? parent.callee.tag ?? parent.callee;
      const { name } = called.property?.name === "each" ? called.object : called;
      return name !== undefined && /\s/u.test(node.value ?? node.quasis[0].value.raw);
    };
    const isRead = (/** @type {any} */ node) => context.options[0] !== "titles" || isTitle(node);
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) check(comment.value, comment);
      },
      Literal(node) {
        if (typeof node.value === "string" && isRead(node)) check(node.value, node);
      },
      TemplateLiteral(node) {
        if (isRead(node)) check(node.quasis.map(({ value }) => value.raw).join(" "), node);
      },
    };
  },
};
