// The seven figures of the period, most important first, each against the period before.

import { changeOf } from '../change.ts';
import { type Html, h } from '../design/html.ts';
import { Tile, type TileContent } from '../design/tile.ts';
import { count, money, percent, ratio } from '../words.ts';
import type { Figures } from './figures.ts';
import { modelName } from './models.ts';

export function Tiles({ overview }: { overview: Figures['overview'] }): Html {
  const { current, previous } = overview.data;
  const { currency, model } = overview.meta;
  const inMoney = (value: number): string => money(value, currency);
  const tiles: TileContent[] = [
    {
      name: 'Revenue',
      value: inMoney(current.revenue),
      change: changeOf({ current: current.revenue, previous: previous.revenue, show: inMoney, moreIs: 'better' }),
      meaning: 'Value of the outcomes, less what was given back',
    },
    {
      name: 'Spend',
      value: current.spend === null ? 'Not measured' : inMoney(current.spend),
      change: changeOf({ current: current.spend, previous: previous.spend, show: inMoney }),
      meaning: current.spend === null ? 'No ad spend is reported for these days' : 'What ads cost',
    },
    {
      name: 'ROAS',
      value: current.roas === null ? (current.spend === null ? 'Not measured' : 'Nothing spent') : ratio(current.roas),
      ...(current.roas === null ? {} : { unit: `${currency} per ${currency} spent` }),
      change: changeOf({ current: current.roas, previous: previous.roas, show: ratio, moreIs: 'better' }),
      meaning: `Revenue credited to paid touches (${modelName(model)}) ÷ spend`,
    },
    {
      name: 'Outcomes',
      value: count(current.outcomes),
      unit: current.outcomes === 1 ? 'conversion' : 'conversions',
      change: changeOf({ current: current.outcomes, previous: previous.outcomes, show: count, moreIs: 'better' }),
      meaning: 'Conversions of the default definition',
    },
    {
      name: 'Coverage',
      value: percent(current.coverage_percent),
      unit: 'of outcomes',
      change: changeOf({
        current: current.coverage_percent,
        previous: previous.coverage_percent,
        show: percent,
        moreIs: 'better',
        by: 'points',
      }),
      meaning: 'Outcomes with a known touch that is not direct',
    },
    {
      name: 'Visitors',
      value: count(current.visitors),
      unit: current.visitors === 1 ? 'person' : 'people',
      change: changeOf({ current: current.visitors, previous: previous.visitors, show: count, moreIs: 'better' }),
      meaning: 'Different people with a visit',
    },
    {
      name: 'Cash revenue',
      value: inMoney(current.cash_revenue),
      change: changeOf({ current: current.cash_revenue, previous: previous.cash_revenue, show: inMoney, moreIs: 'better' }),
      meaning: 'Cash received less cash returned, on the day it moved',
    },
  ];
  return h(
    'ul',
    { class: 'tiles' },
    tiles.map((tile) => h(Tile, tile)),
  );
}
