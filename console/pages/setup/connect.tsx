// An ad account is connected where all connections are.

import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Loaded } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Offers } from '../connections/offers.tsx';

export function Connect({ mayChange }: { mayChange: boolean }) {
  const { profile_id } = useProfile();
  const answer = useAnswer(['connections', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/connections', { params: { query: { profile_id } }, signal })),
  );
  if (!mayChange) return <p class="note">A manager of the profile connects accounts.</p>;
  return <Loaded answer={answer}>{({ meta }) => <Offers providers={meta.providers} />}</Loaded>;
}
