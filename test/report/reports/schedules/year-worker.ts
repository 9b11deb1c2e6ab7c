// The process that the year of schedules kills: it opens the folder as a service does, moves the clock by quarters of an hour, and runs what is due. It writes
// each moment that it has finished as a line; the next process goes on after the last of them.
import { deliverMails } from '../../../../src/account/people/index.ts';
import { readConfig } from '../../../../src/base/config/config.ts';
import { fakeClock } from '../../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../../src/base/open.ts';
import { addJob, runDue } from '../../../../src/base/work/runner.ts';
import { lateReports, reportJob } from '../../../../src/report/reports/sending.ts';

const STEP_MS = 900_000;
const HOUR_MS = 3_600_000;
const [dataDir = '', smtpUrl = '', from = '', to = ''] = process.argv.slice(2);

const clock = fakeClock(from);
const base = await openBase(readConfig({ dataDir, smtpUrl, port: 0, logLevel: 'silent', ballastMb: 1 }, {}), { clock });
for (; clock.now() < Date.parse(to); clock.advance(STEP_MS)) {
  if (clock.now() % HOUR_MS === 0) addJob(base, lateReports, { payload: {} });
  await runDue(base, [lateReports, reportJob]);
  await deliverMails(base);
  process.stdout.write(`${new Date(clock.now()).toISOString()}\n`);
}
await closeBase(base);
