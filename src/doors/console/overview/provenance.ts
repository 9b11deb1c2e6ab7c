// What the figures were computed from, and how fresh they are: who doubts a figure starts here.

import type { Answer } from '../../../base/contract/operation.ts';
import { type Html, h } from '../design/html.ts';
import { Panel } from '../design/panel.ts';
import { count, duration, instant, percent, plural } from '../words.ts';
import type { Figures } from './figures.ts';
import { modelName } from './models.ts';

type Freshness = Answer<'getFreshness'>['data'];

/** In one sentence, for the top of the page. */
export function freshnessText(fresh: Freshness, timezone: string): string {
  if (fresh.replay_status === 'running') return 'A full replay is running; until it ends these are the figures from before it.';
  if (fresh.behind_facts > 0)
    return `${plural(fresh.behind_facts, 'fact')} not counted yet; the oldest came ${duration(fresh.behind_seconds)} ago.`;
  if (fresh.behind_decisions > 0) return `${plural(fresh.behind_decisions, 'decision')} not applied yet.`;
  return fresh.computed_at === null
    ? 'Nothing is computed yet.'
    : `Up to date: computed ${instant(fresh.computed_at, timezone)}.`;
}

export function Provenance({ figures, fresh }: { figures: Figures; fresh: Freshness }): Html {
  const { meta } = figures.attribution;
  const { version } = figures.overview.meta;
  const fit = meta.data_driven;
  const fitted = Object.values(fit?.channel_conversions ?? {}).reduce((sum, each) => sum + each, 0);
  const terms: [string, string][] = [
    ['Freshness', freshnessText(fresh, meta.timezone)],
    ['Facts', `the first ${count(version.through_seq)} of ${count(fresh.accepted_seq)} accepted`],
    ['Decisions', `the first ${count(version.through_decision)} of ${count(fresh.last_decision)}`],
    ['Models', `version ${version.code}; this profile's own model is ${modelName(figures.overview.meta.model)}`],
    [
      'Data-driven fit',
      fit
        ? `${count(Math.round(fitted))} conversions; ${percent(100 * fit.base_probability)} of all paths convert`
        : 'none yet: it needs conversions of the last year',
    ],
    ['Conversions', `of the definition “${meta.goal}”`],
    ['Days and money', `${meta.timezone}; ${meta.currency}`],
  ];
  return h(
    Panel,
    {
      id: 'provenance',
      title: 'What these figures were computed from',
      lead: 'The same facts, decisions and version give the same figures, to the last digit.',
    },
    h(
      'dl',
      { class: 'terms' },
      terms.flatMap(([term, text]) => [h('dt', {}, term), h('dd', {}, text)]),
    ),
  );
}
