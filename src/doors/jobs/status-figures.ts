// How much of the known money the figures of each profile count, of all time, for `status --figures`.
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import { completenessOfAll } from '../../report/quality/index.ts';

export interface ProfileFigures {
  profile_id: string;
  profile: string;
  sentence: string;
  /** No known money is outside of the figures without a decision. */
  is_complete: boolean;
  counted: string;
  known: string;
  currency: string;
  /** Open reasons why money is outside, the most first. */
  reasons: { title: string; cure: string }[];
}

async function figuresOfProfile(base: Base, profileId: string): Promise<ProfileFigures> {
  const data = await completenessOfAll(base, profileId);
  const { sentence, is_complete, currency } = data;
  const open = data.reasons.filter(({ status, is_contained }) => status === 'open' && !is_contained);
  return {
    profile_id: profileId,
    profile: profileSettings(base, profileId).name,
    sentence,
    is_complete,
    currency,
    counted: data.counted,
    known: data.known,
    reasons: open.map(({ title, cure }) => ({ title, cure: cure.text })),
  };
}

export async function figuresOf(base: Base, profileIds: readonly string[]): Promise<ProfileFigures[]> {
  const figures: ProfileFigures[] = [];
  for (const profileId of profileIds) figures.push(await figuresOfProfile(base, profileId));
  return figures;
}
