// The definition that the question asks about: the chosen goal, or the profile's default.
import { useAnswer } from '../api/answer.ts';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useProfile } from '../frame/place.tsx';

export function useGoal(chosen: string | undefined): Schemas['Definition'] | undefined {
  const { profile_id } = useProfile();
  const answer = useAnswer(['definitions', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/goals/definitions', { params: { query: { profile_id } }, signal })),
  );
  const all = answer.data?.data ?? [];
  return all.find(({ conversion_key, is_default }) => (chosen === undefined ? is_default : conversion_key === chosen));
}
