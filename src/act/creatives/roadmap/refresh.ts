// The test that a recommendation to refresh an ad asks for: the roadmap's gap of that ad, drafted.
import { profileSettings } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import type { RefreshTest } from '../../../base/contract/slice-hooks.ts';
import { draftTest, roadmapOf } from './roadmap.ts';
import { hypothesisOf } from './words.ts';

/** Undefined where people are not tired of the ad by the present figures. */
export async function findRefreshTest(
  base: ReadBase,
  { workspaceId, profileId, ad }: RefreshTest['of'],
): Promise<RefreshTest['found']> {
  const { gaps } = await roadmapOf(base, workspaceId, { profileId, profileName: profileSettings(base, profileId).name });
  const gap = gaps.find(
    ({ kind, parent }) =>
      kind === 'worn_out' && parent.platform === ad.platform && parent.accountId === ad.accountId && parent.adId === ad.adId,
  );
  if (!gap) return undefined;
  const { gapId: gap_id, dimension, from, to } = gap;
  return {
    test: { gap_id, dimension, from, to, hypothesis: hypothesisOf(gap) },
    draft: (tx, actor) => draftTest(tx, { workspaceId, profileId, actor }, gap),
  };
}
