// Answers kept for as long as a profile's figures stay at one version in one file: a report asked again before they move is not computed
// again. A rebuilt file may be of the same version and hold other figures, as where the one before was damaged. Only reports that follow from the warehouse alone may be kept; names of people come from state and are not.
import type { ReadBase } from '../../base/base.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import { profileVersion, type Version } from '../../credit/pipeline/index.ts';
import { atOneVersion } from './frame.ts';

/** Answers of one profile; more start again. */
const MAX_ANSWERS = 100;

interface Kept {
  version: string;
  answers: Map<string, unknown>;
}

/** The answers cached at a version; empty when the figures have moved. */
function keptAt(base: ReadBase, profileId: string, version: string): Map<string, unknown> {
  const all = base.memo('report/analytics cached answers', () => new Map<string, Kept>());
  const kept = all.get(profileId);
  if (kept?.version === version && kept.answers.size < MAX_ANSWERS) return kept.answers;
  const answers = new Map<string, unknown>();
  all.set(profileId, { version, answers });
  return answers;
}

/** A decision that the figures do not know yet may already refuse a request, so it counts. */
const nameOf = (base: ReadBase, profileId: string, { through_seq, through_decision, code }: Version): string =>
  [through_seq, through_decision, code, base.state.lastDecision(profileId), base.warehouse.writes(profileId).files].join(' ');

/** Answers what `report` answered at this version before, or runs it; `what` names the operation and all that it was asked. */
export async function cachedByVersion<Report extends { meta?: { version: Version } }>(
  base: ReadBase,
  profileId: string,
  what: unknown,
  report: () => Promise<Report>,
): Promise<Report> {
  const key = canonicalJson(what);
  const version = nameOf(base, profileId, await profileVersion(base, profileId, { mayBeBefore: true }));
  const cached = keptAt(base, profileId, version).get(key) as Report | undefined;
  if (cached) return cached;
  const { files } = base.warehouse.writes(profileId);
  const answer = await atOneVersion(base, profileId, report);
  // One that was computed from two files is of neither.
  if (answer.meta && base.warehouse.writes(profileId).files === files)
    keptAt(base, profileId, nameOf(base, profileId, answer.meta.version)).set(key, answer);
  return answer;
}
