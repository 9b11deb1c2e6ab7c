// How well the tags of a model and of words agree with labels of the same ads by people: Cohen's κ, by dimension, over all profiles of a
// workspace. Tags of a model count from fifty such ads and a κ of 0.6 on; those of words until as many say that they agree less.
import { liveProfiles } from '../../../account/places/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { BY_RULE } from './by-rule.ts';
import { storedFound, type Tag } from './stored.ts';

export const FEWEST_LABELLED = 50;
export const LEAST_KAPPA = 0.6;
const NO_TAG = 'none';

type Judged = 'model' | 'words';

export interface Agreement {
  labelled: number;
  /** Null without a labelled ad. */
  kappa: number | null;
}

export interface Gate {
  agreement(dimension: string, source: Judged): Agreement;
  counts(tag: Pick<Tag, 'dimension' | 'source'>): boolean;
}

/** Agreement beyond chance; 1 where both have one same level throughout. */
export function kappaOf(pairs: readonly (readonly [string, string])[]): number | null {
  if (pairs.length === 0) return null;
  const share = (at: 0 | 1, level: string): number => pairs.filter((pair) => pair[at] === level).length / pairs.length;
  const observed = pairs.filter(([one, other]) => one === other).length / pairs.length;
  const chance = [...new Set(pairs.flat())].reduce((sum, level) => sum + share(0, level) * share(1, level), 0);
  return chance >= 1 ? 1 : (observed - chance) / (1 - chance);
}

const keyOf = ({ platform, account_id, ad_id }: { platform: string; account_id: string; ad_id: string }): string =>
  JSON.stringify([platform, account_id, ad_id]);

/** Pairs of a person's level and the machine's, by dimension and source. */
function pairsIn(base: ReadBase, profileId: string): [string, [string, string]][] {
  const labels = base.state.statement('act/creatives/labels_list').all({ profile_id: profileId });
  if (labels.length === 0) return [];
  const found = new Map(
    base.state
      .statement('act/creatives/analyses_list')
      .all({ profile_id: profileId })
      .map((row) => [keyOf(row), storedFound.readOrNull(row.found)]),
  );
  return labels.flatMap((label) => {
    const analysis = found.get(keyOf(label));
    if (!analysis) return [];
    const { dimension, level } = label;
    const levelBy = (source: Judged): string =>
      analysis.tags.find((tag) => tag.dimension === dimension && tag.source === source)?.level ?? NO_TAG;
    const isSure = analysis.written_by !== BY_RULE && !analysis.unsure.includes(dimension);
    return [
      [`${dimension} words`, [level, levelBy('words')]],
      ...(isSure ? [[`${dimension} model`, [level, levelBy('model')]] as [string, [string, string]]] : []),
    ];
  });
}

export function gateOf(base: ReadBase, workspaceId: string): Gate {
  const pairs = liveProfiles(base, workspaceId).flatMap((profileId) => pairsIn(base, profileId));
  const byName = Map.groupBy(pairs, ([name]) => name);
  const agreement = (dimension: string, source: Judged): Agreement => {
    const own = (byName.get(`${dimension} ${source}`) ?? []).map(([, pair]) => pair);
    return { labelled: own.length, kappa: kappaOf(own) };
  };
  return {
    agreement,
    counts: ({ dimension, source }) => {
      if (source !== 'model' && source !== 'words') return true;
      const { labelled, kappa } = agreement(dimension, source);
      if (labelled < FEWEST_LABELLED || kappa === null) return source === 'words';
      return kappa >= LEAST_KAPPA;
    },
  };
}
