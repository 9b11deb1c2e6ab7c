// The paths along which most conversions came: as a flow, and as a list.

import { Channel } from '../design/channel.ts';
import { Chart, onScreens } from '../design/chart.ts';
import { DataTable } from '../design/data-table.ts';
import { type Html, h } from '../design/html.ts';
import { Panel } from '../design/panel.ts';
import type { Period } from '../period.ts';
import { count, credit, days, duration, moneyKnown, percent, plural } from '../words.ts';
import type { Drawings } from './drawings.ts';
import type { Figures } from './figures.ts';

/** A narrow screen has room for the names of so many. */
const PATHS_ON_NARROW = 7;

export function Paths({ paths, period, draw }: { paths: Figures['paths']; period: Period; draw: Drawings }): Html {
  const { data, meta } = paths;
  const title = 'Top paths to a conversion';
  const range = days(period.from, period.to);
  if (data.length === 0)
    return h(
      Panel,
      { id: 'paths', title, lead: range },
      h('p', {}, 'No conversion of this period has a path: nothing converted, or no touch is known.'),
    );
  const shown = data.reduce((sum, { conversions }) => sum + conversions, 0);
  const lead = `${range}; the ${plural(data.length, 'most frequent path')} of ${count(meta.totals.paths)}, with ${count(shown)} of ${plural(meta.totals.conversions, 'conversion')}`;
  return h(Panel, { id: 'paths', title, lead }, [
    h(Chart, {
      text: 'Flow of conversions through the channels of their touches, the oldest on the left. The table below lists the paths.',
      drawing: onScreens((screen) =>
        draw.pathFlow(`paths-${screen}`, screen === 'narrow' ? data.slice(0, PATHS_ON_NARROW) : data, draw.flows[screen]),
      ),
    }),
    h('p', { class: 'soft small' }, 'Numbers are conversions. Visits of one channel in a row count as one step.'),
    data.length > PATHS_ON_NARROW
      ? h('p', { class: 'soft small on-narrow' }, `Drawn: the first ${PATHS_ON_NARROW} paths of the table.`)
      : null,
    h(DataTable, {
      class: 'path',
      caption: `Paths, oldest touch first, ${range}; money in ${meta.currency}; touches and the time from the first one to the conversion are averages`,
      columns: ['Path', 'Conversions', 'Share', 'Revenue', 'Touches', 'Time to convert'],
      rows: data.map((each) => [
        h(Steps, { path: each.path }),
        count(each.conversions),
        percent((100 * each.conversions) / meta.totals.conversions),
        moneyKnown(each.revenue, meta.currency),
        credit(each.avg_touches),
        duration(each.avg_time_to_complete_seconds),
      ]),
    }),
  ]);
}

function Steps({ path }: { path: readonly string[] }): Html {
  return h(
    'span',
    {},
    path.flatMap((channel, at) => [at === 0 ? null : h('span', { class: 'soft' }, ' → '), h(Channel, { name: channel })]),
  );
}
