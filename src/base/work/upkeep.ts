// The upkeep of the table of jobs itself.
import { defineSchedule } from './schedule.ts';

/** Ended jobs are removed after a month. */
export const forgetJobs = defineSchedule({
  kind: 'forget_jobs',
  times: { everySeconds: 86_400 },
  leaseSeconds: 60,
  retry: { attempts: 3 },
  failureText: 'ended jobs could not be removed; the service retries automatically',
  run: (base) => base.state.jobs.forget(),
});
