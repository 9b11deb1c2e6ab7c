// The rule composer against labels of the same texts: pairs of levels by dimension, and Cohen's κ of them.
import { composeByRule } from '../../../../src/act/creatives/analysis/by-rule.ts';
import { dimensions } from '../../../../src/act/creatives/analysis/dimensions.ts';
import { FEWEST_LABELLED, kappaOf, LEAST_KAPPA } from '../../../../src/act/creatives/analysis/gate.ts';

export interface Agreed {
  dimension: string;
  labelled: number;
  agreed: number;
  kappa: number | null;
  /** Whether such tags count in patterns. */
  isCounted: boolean;
}

const NONE = 'none';

function levelsBy(text: string): Map<string, string> {
  const ad = {
    platform: 'meta',
    account_id: '1',
    ad_id: '1',
    ad_name: null,
    adset_id: null,
    adset_name: null,
    campaign_id: null,
    campaign_name: null,
    creative_id: null,
    creative_name: null,
    creative_type: null,
    landing_page_url: null,
    effective_status: 'active' as const,
  };
  const content = { texts: [text], button: undefined, video: undefined };
  const inputs = { ad, texts: [text], places: [], callToAction: undefined, picture: 'none' as const, content };
  return new Map(composeByRule(inputs).tags.map(({ dimension, level }) => [dimension, level]));
}

/** @throws Error for a column or a level that is in no list: a slip of the pen would count as disagreement. */
export function agreementOf(rows: readonly Readonly<Record<string, string>>[]): Agreed[] {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'text');
  return columns.map((dimension) => {
    const levels = dimensions().find((each) => each.dimension === dimension)?.levels;
    if (!levels) throw new Error(`${dimension} is no dimension`);
    const pairs = rows.flatMap((row): [string, string][] => {
      const label = row[dimension] ?? '';
      if (label === '') return [];
      if (label !== NONE && !levels.includes(label)) throw new Error(`${label} is no level of ${dimension}`);
      return [[label, levelsBy(row['text'] ?? '').get(dimension) ?? NONE]];
    });
    const kappa = kappaOf(pairs);
    const agreed = pairs.filter(([one, other]) => one === other).length;
    const isCounted = pairs.length < FEWEST_LABELLED || (kappa ?? 0) >= LEAST_KAPPA;
    return { dimension, labelled: pairs.length, agreed, kappa, isCounted };
  });
}
