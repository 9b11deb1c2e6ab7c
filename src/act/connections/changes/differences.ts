// What two readings of a catalogue show of changes at a platform that has no log of them: by somebody, between the two. States that only the
// platform sets (a review, a campaign that stops what is in it) are no change.
import { trimmedDecimal } from '../../../base/kit/decimals.ts';
import type { ChangeField } from '../../../providers/ad-platform.ts';
import type { AdObject } from '../catalogue/objects.ts';
import type { storedKnown } from '../stored.ts';

export type Known = ReturnType<typeof storedKnown.read>;

const MADE_BY_SOMEBODY: ReadonlySet<string | undefined> = new Set(['active', 'paused', 'archived', 'removed']);

/** What is compared of an object. */
export function knownOf(object: AdObject): Known {
  const { daily_budget: daily, lifetime_budget: lifetime, creative } = object;
  return {
    status: object.configured_status ?? object.effective_status,
    ...(object.name === undefined ? {} : { name: object.name }),
    ...(daily === undefined ? {} : { daily: trimmedDecimal(daily) }),
    ...(lifetime === undefined ? {} : { lifetime: trimmedDecimal(lifetime) }),
    ...(creative === undefined ? {} : { creative: creative.id }),
    ...(creative?.landing_page_url === undefined ? {} : { landing: creative.landing_page_url }),
    ...(creative?.url_tags === undefined ? {} : { tags: creative.url_tags }),
  };
}

export interface Pair {
  before: Known;
  after: Known;
}

export interface Difference {
  field: ChangeField;
  before: string | undefined;
  after: string | undefined;
}

/** By the members of `Known`; of a creative the first member that differs. */
const MEMBERS = [
  ...([
    ['daily', 'budget'],
    ['lifetime', 'budget'],
    ['name', 'name'],
  ] as const),
  ...([
    ['tags', 'creative'],
    ['landing', 'creative'],
    ['creative', 'creative'],
  ] as const),
] as const satisfies readonly (readonly [keyof Known, ChangeField])[];

/** @param parents What the object is in, where that differs, too. */
export function differencesOf(before: Known, after: Known, parents: readonly Pair[] = []): Difference[] {
  const found = new Map<ChangeField, Difference>();
  if (hasOtherStatus(before, after) && !parents.some((parent) => isOfParent(after, parent)))
    found.set('status', { field: 'status', before: before.status, after: after.status });
  if (after.status === 'removed') return [...found.values()];
  for (const [member, field] of MEMBERS)
    if (before[member] !== after[member] && !found.has(field))
      found.set(field, { field, before: before[member], after: after[member] });
  return [...found.values()];
}

const hasOtherStatus = (before: Known, after: Known): boolean =>
  before.status !== after.status && MADE_BY_SOMEBODY.has(before.status) && MADE_BY_SOMEBODY.has(after.status);

/** Platforms show what is in a paused campaign as paused, too; an ad set that ends with its campaign was not changed by itself. */
const isOfParent = (after: Known, parent: Pair): boolean =>
  parent.before.status !== parent.after.status && parent.after.status === after.status;
