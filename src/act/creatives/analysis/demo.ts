// The ads of a demo, analysed as a person would have them analysed on the page Creatives.
import type { Base } from '../../../base/base.ts';
import { runInTurn } from '../../../base/work/runner.ts';
import { analyseJob, queueAnalyses } from './analyse.ts';
import { openAds } from './operations.ts';

/** Ads that were not analysed as they are now; done twice, the second time analyses nothing. */
export async function analyseDemo(base: Base, profileId: string): Promise<void> {
  const { open } = await openAds(base, profileId);
  if (open.length === 0) return;
  base.state.tx(() => queueAnalyses(base, profileId, open));
  await runInTurn(base, analyseJob, { profileId });
}
