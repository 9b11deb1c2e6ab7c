// The ledger: payments without a known customer first, then all, in the order that is chosen, each with its reversals.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { DownloadList } from '../../design/csv.tsx';
import { Hidden } from '../../design/hidden.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { usePageChoice, usePageParam } from '../../question/page-param.ts';
import { moment, money } from '../../words/format.ts';
import { ActionDialog, Actions } from './actions.tsx';
import type { Payment } from './form.tsx';

const ROWS = 50;
/** In which order all payments are listed, by what the address says. */
const ORDERS = {
  '': { text: 'Newest first', sort: 'paid_at', order: 'desc' },
  oldest: { text: 'Oldest first', sort: 'paid_at', order: 'asc' },
  largest: { text: 'Largest first', sort: 'amount', order: 'desc' },
  smallest: { text: 'Smallest first', sort: 'amount', order: 'asc' },
  net: { text: 'Largest after refunds first', sort: 'net_amount', order: 'desc' },
  refunded: { text: 'Most refunded first', sort: 'refunded_amount', order: 'desc' },
} as const;
type Order = keyof typeof ORDERS;
const ORDER_NAMES: readonly Order[] = ['', 'oldest', 'largest', 'smallest', 'net', 'refunded'];

const askedOrder = (order: Order) => ({ sort: ORDERS[order].sort, order: ORDERS[order].order });

const usePayments = (status: 'all' | 'unidentified', limit: number, order: Order, cursor?: string) => {
  const { profile_id } = useProfile();
  const query = { profile_id, status, limit, ...askedOrder(order), ...(cursor === undefined ? {} : { cursor }) };
  return useAnswer(['payments', 'ledger', query], (signal) => unwrap(api.GET('/api/v1/payments', { params: { query }, signal })));
};

export function Ledger() {
  const { id } = usePlace();
  const { profile_id } = useProfile();
  const [order, setOrder] = usePageChoice('order', ORDER_NAMES, '');
  const first = usePayments('unidentified', 1, '');
  if (first.error?.status === 403) return <Hidden title="Payments are hidden from you." error={first.error} />;
  return (
    <>
      {first.data !== undefined && first.data.data.length > 0 && (
        <Panel title="Without a known customer" lead="Nobody's journey has this money. Set who paid, newest first">
          <Pages status="unidentified" order="" />
        </Panel>
      )}
      <Panel
        title="All payments"
        lead={`${ORDERS[order].text}, each in its own currency`}
        tools={
          <>
            <label class="row">
              Order
              <select value={order} onChange={({ currentTarget }) => setOrder(ORDER_NAMES[currentTarget.selectedIndex] ?? '')}>
                {ORDER_NAMES.map((name) => (
                  <option key={name} value={name}>
                    {ORDERS[name].text}
                  </option>
                ))}
              </select>
            </label>
            <Link href={`/console/${id}/sales-seen-twice`}>Sales seen twice</Link>
            <DownloadList path="/api/v1/payments" query={{ profile_id, status: 'all', ...askedOrder(order) }} name="payments" />
          </>
        }
      >
        <Pages key={order} status="all" order={order} />
      </Panel>
    </>
  );
}

/** Pages below one another; each asks for the next when it is wanted. */
function Pages({ status, order }: { status: 'all' | 'unidentified'; order: Order }) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <>
      {cursors.map((cursor, at) => (
        <RowsPage
          key={cursor ?? 'first'}
          status={status}
          order={order}
          cursor={cursor}
          more={at === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
        />
      ))}
    </>
  );
}

interface RowsPageProps {
  status: 'all' | 'unidentified';
  order: Order;
  cursor: string | undefined;
  more: ((cursor: string) => void) | undefined;
}

function RowsPage({ status, order, cursor, more }: RowsPageProps) {
  const answer = usePayments(status, ROWS, order, cursor);
  return (
    <Loaded answer={answer} lines={8}>
      {({ data, pagination }) => (
        <>
          {data.length === 0 && cursor === undefined && (
            <Empty title="There are no payments yet.">
              <p>They come from your server, from a connected shop or payment provider, or from an imported file.</p>
            </Empty>
          )}
          {data.length > 0 && <Rows rows={data} status={status} />}
          {more && pagination.has_next && pagination.cursor !== null && (
            <button type="button" class="button" onClick={() => more(pagination.cursor ?? '')}>
              Show more
            </button>
          )}
        </>
      )}
    </Loaded>
  );
}

function Rows({ rows, status }: { rows: readonly Payment[]; status: 'all' | 'unidentified' }) {
  const { timezone } = useProfile();
  // `dialog` names the list, the action and the payment, so that the address opens it again.
  const [dialog, setDialog] = usePageParam('dialog', '');
  const [list, action, id] = dialog.split('.');
  const chosen = list === status ? rows.find(({ payment_id }) => payment_id === id) : undefined;
  return (
    <>
      <Table
        name={status === 'all' ? 'All payments' : 'Payments without a known customer'}
        columns={['Payer', { number: 'Amount' }, { number: 'Refunded' }, { number: 'Net' }, { number: 'Paid' }, '-']}
      >
        {rows.map((row) => (
          <tr key={row.payment_id}>
            <PayerCell payment={row} />
            <td>{money(row.amount, row.currency)}</td>
            <Reversals payment={row} />
            <td>{money(row.net_amount, row.currency)}</td>
            <td>{moment(row.paid_at, timezone)}</td>
            <td class="acts">
              <Actions open={(name) => setDialog(`${status}.${name}.${row.payment_id}`)} />
            </td>
          </tr>
        ))}
      </Table>
      {chosen && <ActionDialog action={action ?? ''} payment={chosen} close={() => setDialog('')} />}
    </>
  );
}

function PayerCell({ payment }: { payment: Payment }) {
  const { id } = usePlace();
  const { payer, is_installment, event_type } = payment;
  return (
    <th scope="row" class="name">
      {payer === null ? (
        'Not a known customer'
      ) : (
        <Link href={`/console/${id}/customers/${payer.customer_profile_id}`}>
          {payer.name ?? payer.email ?? 'Without a name'}
        </Link>
      )}
      <span class="second-line">
        {[
          payer?.name === null || payer?.name === undefined ? undefined : payer.email,
          payer?.is_assigned === true ? 'set by hand' : undefined,
          is_installment ? 'later instalment' : undefined,
          event_type === 'payment_received' ? undefined : event_type,
        ]
          .filter((part) => part !== undefined && part !== null)
          .join(', ')}
      </span>
    </th>
  );
}

function Reversals({ payment: { refunds, currency, excess_refund_amount } }: { payment: Payment }) {
  const { timezone } = useProfile();
  return (
    <td>
      {refunds.length === 0 && '–'}
      {refunds.map(({ refund_id, amount, refunded_at, is_manual }) => (
        <div key={refund_id}>
          {money(amount, currency)}
          <span class="second-line">
            {moment(refunded_at, timezone)}
            {is_manual ? ', by hand' : ''}
          </span>
        </div>
      ))}
      {Number(excess_refund_amount) > 0 && (
        <span class="second-line">{money(excess_refund_amount, currency)} more than was paid; check it at its source</span>
      )}
    </td>
  );
}
