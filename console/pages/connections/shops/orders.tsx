// The orders of connected shops, the latest change first, or those of one number or customer.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useAnswer } from '../../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { Hidden } from '../../../design/hidden.tsx';
import { Pager, useCursors } from '../../../design/pager.tsx';
import { Loaded, Panel } from '../../../design/panel.tsx';
import { Segments } from '../../../design/segments.tsx';
import { Table } from '../../../design/table.tsx';
import { usePlace, useProfile } from '../../../frame/place.tsx';
import { moment, money } from '../../../words/format.ts';
import { Copies, Nothing, SHOP_NAMES } from './copies.tsx';

type Order = Schemas['CommerceOrder'];

const ROWS = 25;
const LOOKUPS = { number: 'Number', email: 'E-mail', phone: 'Phone' } as const;
type Lookup = keyof typeof LOOKUPS;
const HINTS: Record<Lookup, string> = {
  number: 'Number of the order',
  email: 'Whole mail address of the buyer',
  phone: 'Phone number, with + and country code',
};
const FEWEST: Record<Lookup, number> = { number: 1, email: 3, phone: 3 };

export function Orders() {
  const [by, setBy] = useState<Lookup>('number');
  const [typed, setTyped] = useState('');
  const [lookup, setLookup] = useState<Partial<Record<Lookup, string>>>({});
  return (
    <Panel title="Orders" lead="As the connected shops have them, the latest change first, of the last 400 days.">
      <div class="row">
        <Segments
          label="Look up by"
          choices={LOOKUPS}
          chosen={by}
          choose={(next) => {
            setBy(next);
            setTyped('');
            setLookup({});
          }}
        />
        <search>
          <form
            class="row"
            onSubmit={(event) => {
              event.preventDefault();
              setLookup(typed.trim() === '' ? {} : { [by]: typed.trim() });
            }}
          >
            <input
              type="search"
              aria-label={HINTS[by]}
              placeholder={HINTS[by]}
              autocomplete="off"
              minLength={FEWEST[by]}
              maxLength={by === 'email' ? 256 : 64}
              value={typed}
              onInput={({ currentTarget: { value } }) => {
                setTyped(value);
                if (value === '') setLookup({});
              }}
            />
            <button type="submit" class="button">
              Find
            </button>
          </form>
        </search>
      </div>
      <Rows key={JSON.stringify(lookup)} lookup={lookup} />
    </Panel>
  );
}

function Rows({ lookup }: { lookup: Partial<Record<Lookup, string>> }) {
  const { profile_id } = useProfile();
  const cursors = useCursors();
  const query = { profile_id, limit: ROWS, sort: 'latest_change' as const, ...lookup, ...cursors.query };
  const answer = useAnswer(['shop-orders', query], (signal) =>
    unwrap(api.GET('/api/v1/commerce/orders', { params: { query }, signal })),
  );
  if (answer.error?.status === 403) return <Hidden title="Orders of shops are hidden from you." error={answer.error} />;
  return (
    <Loaded answer={answer} lines={8}>
      {(found) => (
        <>
          <Copies answer={found} />
          {found.data.length === 0 ? (
            <Nothing isSearch={Object.keys(lookup).length > 0} hasShop={found.meta.shops.length > 0} />
          ) : (
            <Table
              name="Orders"
              isCards
              columns={['Order', 'Customer', 'State', { number: 'Total' }, { number: 'Refunded' }, 'Last change']}
            >
              {found.data.map((order) => (
                <Row key={`${order.provider} ${order.account_id} ${order.order_id}`} order={order} />
              ))}
            </Table>
          )}
          <Pager cursors={cursors} pagination={found.pagination} />
        </>
      )}
    </Loaded>
  );
}

const itemsOf = ({ items }: Order): string =>
  items
    .map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`))
    .join(', ')
    .slice(0, 200);

function Row({ order }: { order: Order }) {
  const { timezone } = useProfile();
  const { number, provider, status, fulfillment_status, currency, total_amount, refunded_amount, is_test } = order;
  return (
    <tr>
      <th scope="row" class="name">
        <bdi>{number}</bdi>
        <span class="second-line">
          {SHOP_NAMES[provider] ?? provider}
          {order.items.length > 0 && (
            <>
              {' · '}
              <bdi>{itemsOf(order)}</bdi>
            </>
          )}
        </span>
      </th>
      <td class="text">
        <Buyer customer={order.customer} />
      </td>
      <td class="text">
        {[status, fulfillment_status].filter((part) => part !== null).join(', ')}
        <span class="second-line">
          {order.outcome_event_id === null ? 'No payment recorded' : 'Payment counted'}
          {is_test && ' · Test'}
        </span>
      </td>
      <td>{money(total_amount, currency)}</td>
      <td>{Number(refunded_amount) === 0 ? '–' : money(refunded_amount, currency)}</td>
      <td class="text">{moment(order.updated_at, timezone)}</td>
    </tr>
  );
}

function Buyer({ customer }: { customer: Order['customer'] }) {
  const { id } = usePlace();
  if (customer === null) return <span class="soft">Hidden</span>;
  const name = customer.name ?? customer.email ?? customer.phone ?? 'Not shown by the shop';
  return customer.customer_profile_id === null ? (
    <bdi>{name}</bdi>
  ) : (
    <Link href={`/console/${id}/customers/${customer.customer_profile_id}`}>
      <bdi>{name}</bdi>
    </Link>
  );
}
