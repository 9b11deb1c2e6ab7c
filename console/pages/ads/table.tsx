// Ads as a table.
import { Changes, type ItemProps, Pick, Places } from './cards.tsx';
import { AdFigure, budgetOf, Cost, nameOf, State, WithoutSale } from './figures.tsx';

export const Table = ({ items }: { items: readonly ItemProps[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
  <section class="scroll" tabIndex={0} aria-label="Ads in numbers">
    <table class="ads-table">
      <thead>
        <tr>
          <th scope="col">
            <span class="only-read">Compare</span>
          </th>
          <th scope="col" class="text">
            Ad
          </th>
          <th scope="col" class="text">
            State
          </th>
          <th scope="col">Spend</th>
          <th scope="col">Conversions</th>
          <th scope="col">Revenue</th>
          <th scope="col">ROAS</th>
          <th scope="col">Cost per conversion</th>
          <th scope="col" class="text">
            Beside the median
          </th>
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
      </td>
      <td class="text">{ad.without_sale ? <WithoutSale ad={ad} /> : <Cost shown={shown} />}</td>
      <td class="text">{budgetOf(ad) ?? '–'}</td>
      <td class="text">
        <span class="row">
          <Changes item={item} />
        </span>
      </td>
    </tr>
  );
}
