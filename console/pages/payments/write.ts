// Writes of this page: afterwards everything of it is loaded again, at once and when the figures have followed.
import { forgetAndFollow } from '../../api/follow.ts';
import { useWrite, type Write } from '../../api/write.ts';
import { useProfile } from '../../frame/place.tsx';

export function usePaymentWrite(): Write {
  const { profile_id } = useProfile();
  return useWrite(() => forgetAndFollow(profile_id, 'payments'));
}
