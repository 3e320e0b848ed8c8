import fc from "fast-check";
import { accounts, ipGroups, permissions, preferences, sharedRules } from "./refactor-gateway";
import { type Change, formerNames, programOf, together } from "./refactor-objects";
import { profiles, settings } from "./refactor-replicator";
import type { Kill, Refactoring } from "./refactoring";

const parts = [ipGroups, sharedRules, permissions, accounts, preferences, profiles, profiles, settings] as const;

/** One or two parts of a program, so that few requests lie between a change and a possible loss; or all parts. */
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.oneof(...parts) },
  { weight: 2, arbitrary: fc.tuple(fc.oneof(...parts.slice(0, 5)), fc.oneof(...parts.slice(5))).map(together) },
  { weight: 1, arbitrary: fc.tuple(ipGroups, sharedRules, accounts, preferences, profiles, settings).map(together) },
);

/** Small numbers are more likely, since small programs end after few requests. */
const n = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 16 }));
const kill: fc.Arbitrary<Kill> = fc.oneof(
  fc.record({ at: fc.constant("request" as const), n, applied: fc.boolean() }),
  fc.record({ at: fc.constant("call" as const), n, done: fc.boolean() }),
);

/** A program, a second program with the same objects in other resources, and how the second one replaces the first. */
export const refactoring: fc.Arbitrary<Refactoring> = fc
  .record({
    change,
    mode: fc.constantFrom("none" as const, "adopt" as const, "adopt" as const, "adoptIfEqual" as const),
    reaction: fc.constantFrom("aliases" as const, "adopt" as const),
    parallel: fc.constantFrom(1, 4, 16),
    continueOnError: fc.constantFrom(false, false, false, true),
    order: fc.nat(9999),
    refresh: fc.boolean(),
    kill: fc.option(kill, { nil: undefined }),
  })
  .map(({ change: made, ...how }) => ({
    before: programOf(made.before),
    after: programOf(made.after),
    formerly: formerNames(made),
    ...how,
  }));
