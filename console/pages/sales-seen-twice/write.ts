// What a person says of a pair. Figures follow within seconds; what depends on them is asked again.
import { forget } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import type { Verdict } from './here.ts';

export async function decide(profile_id: string, [payment_id, other_payment_id]: readonly [string, string], verdict: Verdict) {
  const params = { path: { payment_id }, query: { profile_id } };
  await unwrap(api.PUT('/api/v1/payments/{payment_id}/sale_pair', { params, body: { other_payment_id, verdict } }));
  for (const key of ['freshness', 'payments']) forget(key);
}
