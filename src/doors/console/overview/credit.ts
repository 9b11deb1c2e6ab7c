// Credit by channel under three models side by side: the same channels in the same order, colour and scale, so that what differs is
// the model alone.

import { Channel } from '../design/channel.ts';
import { Chart } from '../design/chart.ts';
import { DataTable } from '../design/data-table.ts';
import { type Html, h } from '../design/html.ts';
import { Panel } from '../design/panel.ts';
import type { Period } from '../period.ts';
import { count, credit, days, money, moneyKnown, plural, ratio, shortMoney } from '../words.ts';
import type { Drawings } from './drawings.ts';
import { type Figures, MODELS } from './figures.ts';
import { modelName, modelRule } from './models.ts';

/** Channels drawn; the table has all. */
const DRAWN = 10;
const UNATTRIBUTED = 'Unattributed';

interface Drawn {
  channel: string;
  /** By model, in their order. */
  amounts: number[];
}

type Attribution = Figures['attribution'];

export function Credit({ attribution, period, draw }: { attribution: Attribution; period: Period; draw: Drawings }): Html {
  const { data, meta } = attribution;
  const title = 'Credit by channel under three models';
  const range = days(period.from, period.to);
  if (data.rows.length === 0 && MODELS.every((model) => Number(data.totals.models[model]?.conversions ?? 0) === 0))
    return h(
      Panel,
      { id: 'credit', title, lead: range },
      h('p', {}, 'Nothing converted in this period, so there is no credit to share.'),
    );
  // Outcomes such as leads carry no money; then their number is what can be compared.
  const isMoney = MODELS.some((model) => Number(data.totals.models[model]?.revenue ?? 0) !== 0);
  const rows = inOrder(data.rows, isMoney);
  const drawn = drawnRows({ ...data, rows }, isMoney);
  const every = drawn.flatMap(({ amounts }) => amounts);
  const scale = { min: Math.min(0, ...every), max: Math.max(0, ...every) };
  const what = isMoney ? `revenue in ${meta.currency}` : 'number of conversions';
  const show = (amount: number): string => (isMoney ? shortMoney(amount, meta.currency, 'always') : credit(amount));
  const rest = Math.max(0, rows.length - DRAWN);
  return h(Panel, { id: 'credit', title, lead: `Credited ${what}, ${range}; conversions of “${meta.goal}”` }, [
    h(
      'div',
      { class: 'panels' },
      MODELS.map((model, at) =>
        h('div', {}, [
          h('h3', {}, modelName(model)),
          h('p', { class: 'soft small' }, modelRule(model)),
          h(Chart, {
            text: `Bars: ${what} credited to each channel under the model ${modelName(model)}. The table below has the numbers.`,
            drawing: draw.creditBars(`credit-${model}`, {
              channels: drawn.map(({ channel }) => channel),
              amounts: drawn.map(({ amounts }) => amounts[at] as number),
              scale,
              show,
            }),
          }),
        ]),
      ),
    ),
    rest > 0 ? h('p', { class: 'soft small' }, `${plural(rest, 'smaller channel')} only in the table.`) : null,
    creditTable({ data: { ...data, rows }, meta }, range),
  ]);
}

const amountOf = (figures: { revenue: string | null; conversions: string } | undefined, isMoney: boolean): number =>
  Number((isMoney ? figures?.revenue : figures?.conversions) ?? 0);

/** By what is drawn, under the first model. */
function inOrder(rows: Attribution['data']['rows'], isMoney: boolean): Attribution['data']['rows'] {
  return rows.toSorted((a, b) => amountOf(b.models[MODELS[0]], isMoney) - amountOf(a.models[MODELS[0]], isMoney));
}

function drawnRows({ rows, unattributed }: Attribution['data'], isMoney: boolean): Drawn[] {
  const channels = rows
    .slice(0, DRAWN)
    .map((row) => ({ channel: row.label, amounts: MODELS.map((model) => amountOf(row.models[model], isMoney)) }));
  const none = { channel: UNATTRIBUTED, amounts: MODELS.map((model) => amountOf(unattributed.models[model], isMoney)) };
  return none.amounts.some((amount) => amount !== 0) ? [...channels, none] : channels;
}

function creditTable({ data, meta }: Pick<Attribution, 'data' | 'meta'>, range: string): Html {
  const { currency } = meta;
  const spendOf = (spend: string | null): string => (spend === null ? '–' : money(spend, currency));
  type Row = { conversions: string; revenue: string | null; roas?: number | null };
  const cells = (models: Record<string, Row>): string[] =>
    MODELS.flatMap((model) => {
      const figures = models[model];
      if (!figures) return ['–', '–', '–'];
      return [
        credit(figures.conversions),
        moneyKnown(figures.revenue, currency),
        figures.roas == null ? '–' : ratio(figures.roas),
      ];
    });
  return h(DataTable, {
    caption: `Credit by channel, ${range}; money in ${currency}, ROAS in ${currency} per ${currency} spent; – where spend is not measured`,
    groups: [['', 2], ...MODELS.map((model) => [modelName(model), 3] as const)],
    columns: ['Channel', 'Touches', 'Spend', ...MODELS.flatMap(() => ['Conversions', 'Revenue', 'ROAS'])],
    rows: [
      ...data.rows.map((row) => [h(Channel, { name: row.label }), count(row.touches), spendOf(row.spend), ...cells(row.models)]),
      [h(Channel, { name: UNATTRIBUTED }), '–', '–', ...cells(data.unattributed.models)],
    ],
    total: ['Total', count(data.totals.touches), spendOf(data.totals.spend), ...cells(data.totals.models)],
  });
}
