// The seven figures of the period, most important first, each against the period before.

import { changeOf } from '../change.ts';
import { type Html, h } from '../design/html.ts';
import { Tile, type TileContent } from '../design/tile.ts';
import { count, money, moneyKnown, percent, ratio } from '../words.ts';
import type { Figures } from './figures.ts';
import { modelName } from './models.ts';

function roasOf({ roas, spend }: Figures['overview']['data']['current']): string {
  if (roas !== null) return ratio(roas);
  if (spend === null) return 'Not measured';
  return spend === 0 ? 'Nothing spent' : 'No exchange rate';
}

function moneyTiles(overview: Figures['overview']): TileContent[] {
  const { current, previous } = overview.data;
  const { currency, model, comparison } = overview.meta;
  const { outcomes = null, spend = null } = comparison ?? {};
  const inMoney = (value: number): string => money(value, currency);
  return [
    {
      name: 'Revenue',
      value: moneyKnown(current.revenue, currency),
      change: changeOf({
        current: current.revenue,
        previous: previous.revenue,
        withheld: outcomes,
        show: inMoney,
        moreIs: 'better',
      }),
      meaning: 'Value of the outcomes minus refunds',
    },
    {
      name: 'Spend',
      value: current.spend === null ? 'Not measured' : inMoney(current.spend),
      change: changeOf({ current: current.spend, previous: previous.spend, withheld: spend, show: inMoney }),
      meaning: current.spend === null ? 'No ad spend is reported for these days' : 'What ads cost',
    },
    {
      name: 'ROAS',
      value: roasOf(current),
      ...(current.roas === null ? {} : { unit: `${currency} per ${currency} spent` }),
      change: changeOf({
        current: current.roas,
        previous: previous.roas,
        withheld: outcomes ?? spend,
        show: ratio,
        moreIs: 'better',
      }),
      meaning: `Revenue credited to paid touches (${modelName(model)}) ÷ spend`,
    },
  ];
}

function countTiles(overview: Figures['overview']): TileContent[] {
  const { current, previous } = overview.data;
  const { visits = null, outcomes = null } = overview.meta.comparison ?? {};
  return [
    {
      name: 'Outcomes',
      value: count(current.outcomes),
      unit: current.outcomes === 1 ? 'conversion' : 'conversions',
      change: changeOf({
        current: current.outcomes,
        previous: previous.outcomes,
        withheld: outcomes,
        show: count,
        moreIs: 'better',
      }),
      meaning: 'Conversions of the default definition',
    },
    {
      name: 'Coverage',
      value: percent(current.coverage_percent),
      unit: 'of outcomes',
      change: changeOf({
        current: current.coverage_percent,
        previous: previous.coverage_percent,
        withheld: outcomes ?? visits,
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
      change: changeOf({
        current: current.visitors,
        previous: previous.visitors,
        withheld: visits,
        show: count,
        moreIs: 'better',
      }),
      meaning: 'Different people with a visit',
    },
  ];
}

function cashTile(overview: Figures['overview']): TileContent {
  const { current, previous } = overview.data;
  const { currency, comparison } = overview.meta;
  return {
    name: 'Cash revenue',
    value: moneyKnown(current.cash_revenue, currency),
    change: changeOf({
      current: current.cash_revenue,
      previous: previous.cash_revenue,
      withheld: comparison?.outcomes ?? null,
      show: (value) => money(value, currency),
      moreIs: 'better',
    }),
    meaning: 'Cash received minus cash returned, on the day it moved',
  };
}

export function Tiles({ overview }: { overview: Figures['overview'] }): Html {
  const tiles = [...moneyTiles(overview), ...countTiles(overview), cashTile(overview)];
  return h(
    'ul',
    { class: 'tiles' },
    tiles.map((tile) => h(Tile, tile)),
  );
}
