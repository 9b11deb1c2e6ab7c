// The user who is signed in.
import { useAnswer } from '../api/answer.ts';
import { api, unwrap } from '../api/client.ts';

/** Undefined until it is known. */
export function useOwnId(): string | undefined {
  const { data } = useAnswer(['me'], (signal) => unwrap(api.GET('/api/v1/me', { signal })));
  return data !== undefined && 'user_id' in data.data ? data.data.user_id : undefined;
}
