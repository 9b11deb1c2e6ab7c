// After an import of payments: imported payments that may report a sale which another system has reported too.
import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { useProfile } from '../../frame/place.tsx';
import { money, plural } from '../../words/format.ts';

export function MaybeTwice() {
  const { profile_id } = useProfile();
  const query = { profile_id, limit: 1 };
  const { data } = useAnswer(['payments', 'sale-pairs', query], (signal) =>
    unwrap(api.GET('/api/v1/payments/sale_pairs', { params: { query }, signal })),
  );
  const twice = data?.meta.maybe_twice ?? [];
  if (twice.length === 0) return null;
  const pairs = twice.map(({ payments, amount, currency }) => `${plural(payments, 'payment')} of ${money(amount, currency)}`);
  return (
    <p class="notice">
      {pairs.join(' and ')} may report a sale that another system has reported too. They count until somebody decides:{' '}
      <Link href={`/console/${profile_id}/sales-seen-twice`}>Sales seen twice</Link>
    </p>
  );
}
