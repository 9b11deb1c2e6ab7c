// The PDFs of a report that is sent: of members, and of readers outside with their own figures. A report goes without its PDF rather than not at all, and says so.
import { profileSettings } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import type { ProfileRef } from '../../../base/contract/operation.ts';
import type { MailParts } from '../mail.ts';
import { partsIn, type Ready, type ScheduleRow, withNotices } from '../making.ts';
import { storedReaders } from '../stored.ts';
import { pdfOrProblem } from './pdf.ts';

type Own = Pick<Ready, 'shown' | 'pdf'>;

/** Readers outside are not bothered with the reason. */
const NOT_MADE = 'The PDF of this report could not be made.';

async function printed<Report extends Own>(
  base: ReadBase,
  report: Report,
  { parts, isOutside }: { parts: MailParts; isOutside: boolean },
): Promise<Report> {
  const result = await pdfOrProblem(base, parts);
  if ('pdf' in result) return { ...report, pdf: result.pdf };
  return { ...report, shown: withNotices(report.shown, [isOutside ? NOT_MADE : result.problem]) };
}

export async function withPdf(base: ReadBase, profile: ProfileRef, schedule: ScheduleRow, ready: Ready): Promise<Ready> {
  if (schedule.has_pdf === 0) return ready;
  const { days, outside } = ready;
  const own = await printed(base, ready, { parts: partsIn(base, profile, schedule, ready), isOutside: false });
  if (!outside || 'problem' in outside || storedReaders.read(schedule.readers).length === 0) return own;
  const { contents, headline } = outside.shown;
  const name = profileSettings(base, profile.profileId).name;
  const parts = { title: schedule.title, profile: name, days, contents, headline };
  return { ...own, outside: await printed(base, outside, { parts, isOutside: true }) };
}
