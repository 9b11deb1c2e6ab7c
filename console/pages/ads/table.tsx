// Ads as a table, sorted by the head of a column.
import { SortHead } from '../../design/sort-head.tsx';
import type { Choices, Sort } from './asked.ts';
import { Changes, type ItemProps, Pick, Places } from './cards.tsx';
import { AdFigure, budgetOf, Cost, nameOf, State, WithoutSale } from './figures.tsx';

const SORTED: readonly { sort: Sort; text: string }[] = [
  { sort: 'spend', text: 'Spend' },
  { sort: 'outcomes', text: 'Conversions' },
  { sort: 'revenue', text: 'Revenue' },
  { sort: 'roas', text: 'ROAS' },
  { sort: 'cost_per_outcome', text: 'Cost per conversion' },
];

export const Table = ({ items, choices }: { items: readonly ItemProps[]; choices: Choices }) => (
  <section class="scroll" tabIndex={0} aria-label="Ads in numbers">
    <table class="ads-table">
      <thead>
        <tr>
          <th scope="col">
            <span class="only-read">Compare</span>
          </th>
          <SortHead choice={choices} sort="name" text="Ad" isText />
          <th scope="col" class="text">
            State
          </th>
          {SORTED.map((column) => (
            <SortHead key={column.sort} choice={choices} {...column} />
          ))}
          <th scope="col" class="text">
            Budget
          </th>
          <th scope="col" class="text">
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={`${item.shown.ad.platform} ${item.shown.ad.id}`} {...item} />
        ))}
      </tbody>
    </table>
  </section>
);

function Row(item: ItemProps) {
  const { shown } = item;
  const { ad } = shown;
  return (
    <tr>
      <td>
        <Pick item={item} isTextHidden />
      </td>
      <th scope="row" class="name text">
        <bdi>{nameOf(ad)}</bdi>
        <Places item={item} />
      </th>
      <td class="text">
        <State ad={ad} />
      </td>
      <td>
        <AdFigure of="spend" shown={shown} />
      </td>
      <td>
        <AdFigure of="conversions" shown={shown} />
      </td>
      <td>
        <AdFigure of="revenue" shown={shown} />
      </td>
      <td>
        <AdFigure of="roas" shown={shown} />
      </td>
      <td>
        <AdFigure of="cost_per_conversion" shown={shown} />
        {ad.without_sale ? <WithoutSale ad={ad} /> : <Cost shown={shown} />}
      </td>
      <td class="text ads-budget">{budgetOf(ad) ?? '–'}</td>
      <td class="text">
        <span class="ads-changes">
          <Changes item={item} />
        </span>
      </td>
    </tr>
  );
}
