// Sales seen twice: payments that both count and may report one sale, and what was said of them.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Hidden } from '../../design/hidden.tsx';
import { Loaded } from '../../design/panel.tsx';
import { Segments } from '../../design/segments.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useFigures } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { money, plural } from '../../words/format.ts';
import { keyOf, STATUSES, useHere, type Verdict } from './here.ts';
import { LastDecision } from './last-decision.tsx';
import { Queue } from './queue.tsx';

const ROWS = 50;
const statusOf = (verdict: Verdict) => (verdict === 'undecided' ? 'open' : verdict);

/** Pairs that have left a list by a decision of this page, before the figures know it. */
function useLeft() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const move = (pairKey: string, from: string, to: string): void =>
    setLeft((before) => new Set([...[...before].filter((each) => each !== `${to} ${pairKey}`), `${from} ${pairKey}`]));
  return { hasLeft: (status: string, pairKey: string) => left.has(`${status} ${pairKey}`), move };
}

export default function SalesSeenTwice() {
  const { profile_id } = useProfile();
  const { status, cursor, decided, go } = useHere();
  const { hasLeft, move } = useLeft();
  const query = { profile_id, status, limit: ROWS, ...(cursor === undefined ? {} : { cursor }) };
  const answer = useFigures(['sale-pairs', query], (signal) =>
    unwrap(api.GET('/api/v1/payments/sale_pairs', { params: { query }, signal })),
  );
  if (answer.error?.status === 403) return <Hidden title="Payments are hidden from you." error={answer.error} />;
  return (
    <>
      <Segments
        label="Status"
        choices={STATUSES}
        chosen={status}
        choose={(next) => go({ status: next === 'open' ? undefined : next, pair: undefined, cursor: undefined })}
      />
      {decided && <LastDecision decided={decided} onUndo={(pairKey, verdict) => move(pairKey, verdict, 'open')} />}
      <Loaded answer={answer} lines={8}>
        {({ data, meta, pagination }) => (
          <>
            {status === 'open' && <Total sums={meta.maybe_twice} query={query} />}
            <Queue
              pairs={data.filter((pair) => !hasLeft(status, keyOf(pair)))}
              next={pagination.has_next ? pagination.cursor : null}
              onDecide={(pairKey, verdict) => move(pairKey, status, statusOf(verdict))}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

interface TotalProps {
  sums: readonly Schemas['MaybeTwice'][];
  query: Record<string, string | number>;
}

function Total({ sums, query }: TotalProps) {
  if (sums.length === 0) return null;
  return (
    <p class="twice-total">
      May be counted twice:{' '}
      {sums.map(({ currency, payments, amount }, at) => (
        <span key={currency}>
          {at > 0 && ', '}
          <Figure
            name={`May be counted twice, ${currency}`}
            source={{ path: '/api/v1/payments/sale_pairs', query, pointer: `/meta/maybe_twice/${at}/amount` }}
          >
            {money(amount, currency)}
          </Figure>{' '}
          in {plural(payments, 'payment')}
        </span>
      ))}
    </p>
  );
}
