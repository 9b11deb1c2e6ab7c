// Work that comes again on its own: every so often, or daily at a local time. Each occurrence is a job; the one after it is added in the
// transaction that takes it, so that neither a failure nor a crash ends the schedule.
import { z } from 'zod';
import type { Base } from '../base.ts';
import { nextTimeOfDay } from '../kit/time/zone-shifts.ts';
import { defineJob, type JobDefinition, type JobKind } from './job.ts';

type Times =
  | { everySeconds: number }
  /** `at` as HH:MM of the profile's time zone. */
  | { daily: { at: string; zoneOf: (base: Base, profileId: string) => string } };

export interface ScheduleDefinition
  extends Pick<JobDefinition<unknown>, 'kind' | 'leaseSeconds' | 'retry' | 'failureText' | 'concurrency' | 'isReady'> {
  times: Times;
  /** The profiles that have one each; where absent it is the installation's. */
  profiles?: (base: Base) => readonly string[];
  run: (base: Base, profileId: string) => unknown;
}

const nothing = z.object({});

export function defineSchedule({ times, profiles, run, ...definition }: ScheduleDefinition): JobKind<object> {
  return {
    ...defineJob({
      ...definition,
      payload: nothing,
      concurrencyKey: ({ profileId }) => `${definition.kind} ${profileId}`,
      run: (base, job) => run(base, job.profileId),
    }),
    profiles: profiles ?? (() => ['']),
    isAtOnce: 'everySeconds' in times,
    nextAt: (base, profileId) => nextTime(times, base, profileId),
  };
}

function nextTime(times: Times, base: Base, profileId: string): number {
  const now = base.clock.now();
  if ('everySeconds' in times) return now + times.everySeconds * 1000;
  const { at, zoneOf } = times.daily;
  return nextTimeOfDay(zoneOf(base, profileId), at, now);
}
