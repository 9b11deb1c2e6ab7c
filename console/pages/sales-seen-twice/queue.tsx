// The queue of pairs by status, the most money first, and beside it the pair to decide on.
import { Link } from 'wouter-preact';
import { Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { keyOf, type SalePair, useHere, type Verdict } from './here.ts';
import { Pair } from './pair.tsx';
import { amountOf, reasonText, systemsOf } from './words.ts';

interface QueueProps {
  pairs: readonly SalePair[];
  next: string | null | undefined;
  onDecide: (pairKey: string, verdict: Verdict) => void;
}

export function Queue({ pairs, next, onDecide }: QueueProps) {
  const { status, pairKey, hrefOf } = useHere();
  if (pairs.length === 0 && typeof next !== 'string') return <Nothing />;
  const at = Math.max(
    0,
    pairs.findIndex((pair) => keyOf(pair) === pairKey),
  );
  const chosen = pairs[at];
  const following = pairs[at + 1] ?? pairs[at - 1];
  return (
    <div class="twice-queue">
      <Panel title="Pairs" lead="The most money first">
        <ul class="twice-pairs">
          {pairs.map((pair) => (
            <li key={keyOf(pair)}>
              <Link href={hrefOf({ pair: keyOf(pair) })} aria-current={pair === chosen ? 'true' : undefined}>
                <b class="number">{amountOf(pair)}</b>
                <span>{systemsOf(pair)}</span>
                <span class="second-line">{reasonText(pair)}</span>
              </Link>
            </li>
          ))}
        </ul>
        <Pages next={next} />
      </Panel>
      {chosen && (
        <Pair
          key={keyOf(chosen)}
          pair={chosen}
          status={status}
          followingKey={following && keyOf(following)}
          onDecide={onDecide}
        />
      )}
    </div>
  );
}

function Pages({ next }: { next: string | null | undefined }) {
  const { cursor, hrefOf } = useHere();
  return (
    <div class="row">
      {cursor !== undefined && <Link href={hrefOf({ cursor: undefined, pair: undefined })}>First page</Link>}
      {typeof next === 'string' && <Link href={hrefOf({ cursor: next, pair: undefined })}>Next page</Link>}
    </div>
  );
}

function Nothing() {
  const { status, cursor, hrefOf } = useHere();
  if (cursor !== undefined)
    return (
      <Empty title="There are no more pairs.">
        <Link href={hrefOf({ cursor: undefined, pair: undefined })}>Back to the first page</Link>
      </Empty>
    );
  if (status !== 'open') return <Empty title={`No pair was called ${status === 'same' ? 'one sale' : 'two sales'}.`} />;
  return (
    <Empty title="No sale waits for a decision.">
      <p>
        Payments of one person with the same money, and one order number at two providers, are listed here. Reports that share an
        id of the payment are one sale without a decision.
      </p>
    </Empty>
  );
}
