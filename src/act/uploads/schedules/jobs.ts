// The jobs of schedules: once a minute those whose time has come are queued, each schedule one run at a time.
import { z } from 'zod';
import type { Base } from '../../../base/base.ts';
import { defineJob } from '../../../base/work/job.ts';
import { addJob } from '../../../base/work/runner.ts';
import { defineSchedule } from '../../../base/work/schedule.ts';
import { runSchedule } from './run.ts';
import { dueSchedules } from './store.ts';

export const scheduledFileJob = defineJob({
  kind: 'scheduled_file',
  payload: z.object({ schedule_id: z.string() }),
  concurrencyKey: ({ payload }) => `scheduled_file ${payload.schedule_id}`,
  concurrency: 2,
  leaseSeconds: 600,
  retry: { attempts: 5 },
  failureText: 'a file could not be imported by schedule; the service retries automatically',
  run: (base, job) => runSchedule(base, job.profileId, job.payload.schedule_id),
});

export const queueRun = (base: Base, profileId: string, scheduleId: string): void =>
  void addJob(base, scheduledFileJob, { profileId, dedupeKey: scheduleId, payload: { schedule_id: scheduleId } });

export const scheduledFilesJob = defineSchedule({
  kind: 'scheduled_files',
  times: { everySeconds: 60 },
  leaseSeconds: 60,
  retry: { attempts: 3 },
  failureText: 'files that are imported by schedule could not be queued; the service retries automatically',
  run: (base) =>
    base.state.tx(() => {
      for (const { profileId, scheduleId } of dueSchedules(base)) queueRun(base, profileId, scheduleId);
    }),
});
