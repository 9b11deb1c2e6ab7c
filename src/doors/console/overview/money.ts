// Revenue and spend over the days of the period: the lines, and the numbers under them.

import { Chart, onScreens } from '../design/chart.ts';
import { DataTable } from '../design/data-table.ts';
import { type Html, h } from '../design/html.ts';
import { Panel } from '../design/panel.ts';
import type { Period } from '../period.ts';
import { count, days, money, moneyKnown, ratio, shortDay, shortMoney } from '../words.ts';
import type { Drawings } from './drawings.ts';
import type { Figures } from './figures.ts';

export function Money({ series, period, draw }: { series: Figures['series']; period: Period; draw: Drawings }): Html {
  const { currency, interval } = series.meta;
  const each = interval === 'week' ? 'week' : 'day';
  const title = `Revenue and spend by ${each}`;
  const lead = `${days(period.from, period.to)}, in ${currency}`;
  const buckets = series.data;
  if (buckets.every(({ revenue, spend }) => revenue === 0 && (spend ?? 0) === 0)) {
    const spent = buckets.some(({ spend }) => spend !== null) ? 'and nothing was spent' : 'and spend is not measured';
    return h(Panel, { id: 'money', title, lead }, h('p', {}, `There is no revenue in this period, ${spent}.`));
  }
  const lines = {
    labels: buckets.map(({ date_from }) => shortDay(date_from)),
    revenue: buckets.map(({ revenue }) => revenue),
    spend: buckets.map(({ spend }) => spend),
    show: (amount: number) => shortMoney(amount, currency),
  };
  return h(Panel, { id: 'money', title, lead }, [
    h('ul', { class: 'legend', 'aria-hidden': 'true' }, [
      h('li', {}, [h('span', { class: 'key key-revenue' }), `Revenue, ${currency} (above)`]),
      h('li', {}, [h('span', { class: 'key key-spend' }), `Spend, ${currency} (below, on a separate scale)`]),
    ]),
    h(Chart, {
      text: `Two line charts, revenue above and spend below, each on its own scale in ${currency}, by ${each}, ${days(period.from, period.to)}. The table below has the numbers.`,
      drawing: onScreens((screen) => draw.moneyLines(`money-${screen}`, draw.sizes[screen], lines)),
    }),
    h('details', {}, [
      h('summary', {}, `The numbers, ${each} by ${each}`),
      h(DataTable, {
        caption: `By ${each}, ${days(period.from, period.to)}; money in ${currency}`,
        columns: [each === 'week' ? 'Days' : 'Day', 'Revenue', 'Spend', 'ROAS', 'Outcomes', 'Visitors'],
        rows: buckets.map((bucket) => [
          days(bucket.date_from, bucket.date_to),
          moneyKnown(bucket.revenue, currency),
          bucket.spend === null ? 'not measured' : money(bucket.spend, currency),
          bucket.roas === null ? '–' : ratio(bucket.roas),
          count(bucket.outcomes),
          count(bucket.visitors),
        ]),
      }),
    ]),
  ]);
}
