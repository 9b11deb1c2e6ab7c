// The ledger: payments without a known customer first, then all, newest first, each with its reversals.
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
import { usePageParam } from '../../question/page-param.ts';
import { moment, money } from '../../words/format.ts';
import { ActionDialog, Actions } from './actions.tsx';
import type { Payment } from './form.tsx';

const ROWS = 50;

const usePayments = (status: 'all' | 'unidentified', limit: number, cursor?: string) => {
  const { profile_id } = useProfile();
  const query = { profile_id, status, limit, ...(cursor === undefined ? {} : { cursor }) };
  return useAnswer(['payments', 'ledger', query], (signal) => unwrap(api.GET('/api/v1/payments', { params: { query }, signal })));
};

export function Ledger() {
  const { id } = usePlace();
  const { profile_id } = useProfile();
  const first = usePayments('unidentified', 1);
  if (first.error?.status === 403) return <Hidden title="Payments are hidden from you." error={first.error} />;
  return (
    <>
      {first.data !== undefined && first.data.data.length > 0 && (
        <Panel title="Without a known customer" lead="Nobody's journey has this money. Set who paid, newest first">
          <Pages status="unidentified" />
        </Panel>
      )}
      <Panel
        title="All payments"
        lead="Newest first, each in its own currency"
        tools={
          <>
            <Link href={`/console/${id}/sales-seen-twice`}>Sales seen twice</Link>
            <DownloadList path="/api/v1/payments" query={{ profile_id, status: 'all' }} name="payments" />
          </>
        }
      >
        <Pages status="all" />
      </Panel>
    </>
  );
}

/** Pages below one another; each asks for the next when it is wanted. */
function Pages({ status }: { status: 'all' | 'unidentified' }) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <>
      {cursors.map((cursor, at) => (
        <RowsPage
          key={cursor ?? 'first'}
          status={status}
          cursor={cursor}
          more={at === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
        />
      ))}
    </>
  );
}

interface RowsPageProps {
  status: 'all' | 'unidentified';
  cursor: string | undefined;
  more: ((cursor: string) => void) | undefined;
}

function RowsPage({ status, cursor, more }: RowsPageProps) {
  const answer = usePayments(status, ROWS, cursor);
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
