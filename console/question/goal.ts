// The active definitions, and the one that the question asks about: the chosen goal, or the profile's default.
import { useAnswer } from '../api/answer.ts';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useProfile } from '../frame/place.tsx';

type Definition = Schemas['Definition'];

interface Goals {
  all: readonly Definition[];
  /** Undefined while they load, and for a goal that is not among them. */
  chosen: Definition | undefined;
}

/** As the profile calls it; a goal that is gone keeps its key. */
export const goalName = (all: readonly Definition[], key: string): string =>
  all.find(({ conversion_key }) => conversion_key === key)?.name ?? key;

/** @param goal The question's; undefined: the default. */
export function useGoals(goal: string | undefined): Goals {
  const { profile_id } = useProfile();
  const answer = useAnswer(['definitions', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/goals/definitions', { params: { query: { profile_id } }, signal })),
  );
  const all = answer.data?.data.filter(({ is_active }) => is_active) ?? [];
  const chosen = all.find(({ conversion_key, is_default }) => (goal === undefined ? is_default : conversion_key === goal));
  return { all, chosen };
}
