// The setup checklist. Each slice knows its own steps; app.ts collects them once at the start, and the order of the slices is
// the order of the steps.
import type { Base } from '../../base/base.ts';
import type { Operation, ReadinessStep, Slice, SliceHooks } from '../../base/contract/operation.ts';
import { profileSettings } from './settings.ts';

type ReadinessHook = NonNullable<SliceHooks['readiness']>;

const hooks: ReadinessHook[] = [];

/** Called by app.ts with all slices; calling it again replaces the list, so two apps in one process do no harm. */
export function collectReadiness(slices: readonly Slice[]): void {
  const found = slices.flatMap((slice) => (slice.hooks?.readiness ? [slice.hooks.readiness] : []));
  hooks.splice(0, hooks.length, ...found);
}

/** This slice's own step: somebody has settled what the profile was born with. */
export function profileSteps(base: Base, profileId: string): ReadinessStep[] {
  const done = profileSettings(base, profileId).configuredAt !== null;
  const next = "Check the profile's currency and time zone and name its own domains: PATCH /api/v1/profile.";
  return [{ name: 'profile_configured', title: 'The profile is set up', done, next: done ? '' : next }];
}

export const getProfileReadiness: Operation<'getProfileReadiness'> = async ({ profile }, base) => {
  const { profileId } = profile;
  const steps = (await Promise.all(hooks.map((hook) => hook(base, profileId)))).flat();
  const open = steps.find(({ done }) => !done);
  const summary = { done: steps.filter(({ done }) => done).length, total: steps.length, next: open ? open.name : null };
  return { data: { summary, steps }, meta: { profile_id: profileId } };
};
