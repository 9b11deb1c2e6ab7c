// Parameters of the OAuth endpoints, from a query or a form: what has no value counts as not sent, and nothing is sent twice
// (RFC 6749 §3.1, §3.2) but `resource`, which may be a list (RFC 8707 §2).
import { OAuthError } from './error.ts';

export interface Parameters {
  /** The value, when it was sent. */
  get(name: string): string | undefined;
  all(name: string): string[];
  /** The value; refuses when it is missing. */
  require(name: string): string;
  isRepeated(name: string): boolean;
  /** Refuses what came more than once. */
  refuseRepeated(): void;
}

const MAY_REPEAT = new Set(['resource']);

export function readParameters(text: string): Parameters {
  const values = new Map<string, string[]>();
  const sent = new Map<string, number>();
  for (const [name, value] of new URLSearchParams(text)) {
    sent.set(name, (sent.get(name) ?? 0) + 1);
    if (value !== '') values.set(name, [...(values.get(name) ?? []), value]);
  }
  const isRepeated = (name: string): boolean => !MAY_REPEAT.has(name) && (sent.get(name) ?? 0) > 1;
  const get = (name: string): string | undefined => values.get(name)?.[0];
  return {
    get,
    isRepeated,
    all: (name) => values.get(name) ?? [],
    require: (name) => {
      const value = get(name);
      if (value === undefined) throw new OAuthError('invalid_request', `${name}: is missing.`);
      return value;
    },
    refuseRepeated: () => {
      const twice = [...sent.keys()].find(isRepeated);
      if (twice !== undefined) throw new OAuthError('invalid_request', `${twice.slice(0, 60)}: was sent more than once.`);
    },
  };
}
