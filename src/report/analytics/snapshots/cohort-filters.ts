// What cohorts take of a question: they have filters of origins alone.
import type { components } from '../../../base/contract/types.ts';
import { pick, type Question } from './answers.ts';

type OriginMode = components['schemas']['FilterOriginMode'];

const isOfOrigins = (mode: string): mode is OriginMode => /^(?:channel|source|campaign):/.test(mode);

/** Beside the parameters that cohorts know, those filters that they do not. */
export function cohortFilters(question: Question) {
  const { filter_modes = [], ...query } = pick(question, [
    'as_of',
    'model',
    'channel',
    'source',
    'campaign',
    'filter_modes',
    'currency',
  ]);
  const modes = filter_modes.filter(isOfOrigins);
  const others = filter_modes.filter((mode) => !isOfOrigins(mode)).map((mode) => mode.split(':')[0] ?? mode);
  const values = (['medium', 'device', 'country'] as const).filter((name) => question[name] !== undefined);
  return {
    query: { ...query, ...(modes.length === 0 ? {} : { filter_modes: modes }) },
    unknown: [...new Set<string>([...values, ...others])],
  };
}
