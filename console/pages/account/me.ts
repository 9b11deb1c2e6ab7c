// The person who is signed in.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';

export type Me = Extract<Schemas['MeAnswer']['data'], { kind: 'person' }>;

export function useMe(): Me | undefined {
  const { data } = useAnswer(['me'], (signal) => unwrap(api.GET('/api/v1/me', { signal })));
  return data?.data.kind === 'person' ? data.data : undefined;
}
