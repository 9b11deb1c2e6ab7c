// The products of connected shops, the latest change first, by a part of their name or SKU.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { Hidden } from '../../../design/hidden.tsx';
import { Pager, useCursors } from '../../../design/pager.tsx';
import { Loaded, Panel } from '../../../design/panel.tsx';
import { Table } from '../../../design/table.tsx';
import { useProfile } from '../../../frame/place.tsx';
import { count, moment, money, plural } from '../../../words/format.ts';
import { Copies, Nothing, SHOP_NAMES } from './copies.tsx';

type Product = Schemas['CommerceProduct'];
type Variant = Product['variants'][number];

const ROWS = 25;
const FEWEST_LETTERS = 2;

export function Products() {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  return (
    <Panel title="Products" lead="As the connected shops have them, the latest change first.">
      <search>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            setSearch(typed.trim());
          }}
        >
          <input
            type="search"
            aria-label="A part of the name or SKU"
            placeholder="Name or SKU"
            autocomplete="off"
            minLength={FEWEST_LETTERS}
            maxLength={100}
            value={typed}
            onInput={({ currentTarget: { value } }) => {
              setTyped(value);
              if (value === '') setSearch('');
            }}
          />
          <button type="submit" class="button">
            Find
          </button>
        </form>
      </search>
      <Rows key={search} search={search} />
    </Panel>
  );
}

function Rows({ search }: { search: string }) {
  const { profile_id } = useProfile();
  const cursors = useCursors();
  const query = {
    profile_id,
    limit: ROWS,
    sort: 'latest_change' as const,
    ...cursors.query,
    ...(search.length < FEWEST_LETTERS ? {} : { search }),
  };
  const answer = useAnswer(['shop-products', query], (signal) =>
    unwrap(api.GET('/api/v1/commerce/products', { params: { query }, signal })),
  );
  if (answer.error?.status === 403) return <Hidden title="Products of shops are hidden from you." error={answer.error} />;
  return (
    <Loaded answer={answer} lines={8}>
      {(found) => (
        <>
          <Copies answer={found} />
          {found.data.length === 0 ? (
            <Nothing isSearch={search !== ''} hasShop={found.meta.shops.length > 0} />
          ) : (
            <Table
              name="Products"
              isCards
              columns={['Product', 'State', { number: 'Price' }, { number: 'In stock' }, 'Last change']}
            >
              {found.data.map((product) => (
                <Row key={`${product.provider} ${product.account_id} ${product.product_id}`} product={product} />
              ))}
            </Table>
          )}
          <Pager cursors={cursors} pagination={found.pagination} />
        </>
      )}
    </Loaded>
  );
}

function Row({ product }: { product: Product }) {
  const { timezone } = useProfile();
  const { name, status, category, variants, provider, updated_at } = product;
  const skus = variants.flatMap(({ sku }) => sku ?? []);
  const [only] = variants;
  const parts = [
    SHOP_NAMES[provider] ?? provider,
    category,
    variants.length > 1 ? plural(variants.length, 'variant') : (only?.sku ?? null),
  ];
  return (
    <tr>
      <th scope="row" class="name" title={skus.join(', ').slice(0, 200)}>
        <bdi>{name}</bdi>
        <span class="second-line">{parts.filter((part) => part !== null && part !== '').join(' · ')}</span>
      </th>
      <td class="text">{status}</td>
      <td>{priceOf(product)}</td>
      <td>{stockOf(variants)}</td>
      <td class="text">{moment(updated_at, timezone)}</td>
    </tr>
  );
}

/** Of variants, from the lowest to the highest. */
function priceOf({ variants, currency }: Product): string {
  const prices = variants.flatMap(({ price }) => price ?? []).sort((a, b) => Number(a) - Number(b));
  const [lowest, highest] = [prices[0], prices.at(-1)];
  if (lowest === undefined || highest === undefined) return '–';
  const written = (price: string): string => (currency === null ? price : money(price, currency));
  return lowest === highest ? written(lowest) : `${written(lowest)} to ${written(highest)}`;
}

/** A shop may count some variants and not others. */
function stockOf(variants: readonly Variant[]): string {
  const counted = variants.flatMap(({ stock }) => stock ?? []);
  if (counted.length === 0) return 'Not counted';
  const sum = count(counted.reduce((all, stock) => all + stock, 0));
  return counted.length === variants.length ? sum : `${sum}, some not counted`;
}
