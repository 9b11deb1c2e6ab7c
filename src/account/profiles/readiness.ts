// The setup checklist. Each slice knows its own steps and offers them as a hook; the order of the slices is the order of the steps.
import type { ReadBase } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { reading } from '../../base/contract/operation.ts';
import type { ReadinessStep } from '../../base/contract/slice-hooks.ts';
import { profileSettings } from './settings.ts';

/** This slice's own step: a person has confirmed the initial settings of the profile. */
export function profileSteps(base: ReadBase, profileId: string): ReadinessStep[] {
  const done = profileSettings(base, profileId).configuredAt !== null;
  const next = "Check the profile's currency and time zone and name its own domains: PATCH /api/v1/profile.";
  return [{ name: 'profile_configured', title: 'The profile is set up', done, next: done ? '' : next }];
}

export const getProfileReadiness = reading('getProfileReadiness', async ({ profile }, base) => {
  const { profileId } = profile;
  const steps = (await Promise.all(hooksOf(base).map((hooks) => hooks.readiness?.(base, profileId) ?? []))).flat();
  const open = steps.find(({ done }) => !done);
  const summary = { done: steps.filter(({ done }) => done).length, total: steps.length, next: open ? open.name : null };
  return { data: { summary, steps }, meta: { profile_id: profileId } };
});
