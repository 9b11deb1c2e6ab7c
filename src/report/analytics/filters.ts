// The filters that reports take: they choose origins, and the device and country of sessions and touches. `filter_modes` says how each
// compares; a statement gets mode and value as one text, which its macro `passes` reads.
import { ApiError } from '../../base/contract/api-error.ts';
import type { components } from '../../base/contract/types.ts';

const NAMES = ['channel', 'source', 'medium', 'campaign', 'device', 'country'] as const;
type Name = (typeof NAMES)[number];
type FilterMode = components['schemas']['FilterMode'];
type Mode = 'is' | 'is_not' | 'contains' | 'is_empty';

/** As statements take them; null = not asked. */
export type Filters = Record<Name, string | null>;

export type FilterParams = Partial<Record<Name, string | undefined>> & { filter_modes?: readonly FilterMode[] | undefined };

/** The first letter of a statement's parameter. */
const SIGNS: Readonly<Record<Mode, string>> = { is: '=', is_not: '!', contains: '~', is_empty: '0' };

const isMode = (text: string | undefined): text is Mode => text !== undefined && Object.hasOwn(SIGNS, text);
const isName = (text: string | undefined): text is Name => NAMES.some((name) => name === text);

/** Refuses a filter with two modes, a mode without its value, and a value that its mode ignores. */
function modesOf(params: FilterParams): Map<Name, Mode> {
  const modes = new Map<Name, Mode>();
  for (const listed of params.filter_modes ?? []) {
    const [name, mode] = listed.split(':');
    if (!isName(name) || !isMode(mode)) throw new ApiError('invalid_parameter', `filter_modes: ${listed} is no filter and mode.`);
    if (modes.has(name)) throw new ApiError('invalid_parameter', `filter_modes: ${name} has two modes.`);
    if (mode === 'is_empty' && params[name] !== undefined)
      throw new ApiError('invalid_parameter', `filter_modes: is_empty compares ${name} with no value. Leave ${name} out.`);
    if (mode !== 'is_empty' && params[name] === undefined)
      throw new ApiError('invalid_parameter', `filter_modes: ${mode} needs the value of ${name}. Send ${name} too.`);
    modes.set(name, mode);
  }
  return modes;
}

export function filtersOf(params: FilterParams): Filters {
  const modes = modesOf(params);
  const filterOf = (name: Name): string | null => {
    const mode = modes.get(name) ?? (params[name] === undefined ? undefined : 'is');
    return mode === undefined ? null : `${SIGNS[mode]}${params[name] ?? ''}`;
  };
  return {
    channel: filterOf('channel'),
    source: filterOf('source'),
    medium: filterOf('medium'),
    campaign: filterOf('campaign'),
    device: filterOf('device'),
    country: filterOf('country'),
  };
}

/** Is any of them requested? */
export const isFiltered = (filters: Filters): boolean => NAMES.some((name) => filters[name] !== null);

/** Do they need to know where a touch was seen, and on what? */
export const asksPlace = ({ device, country }: Filters): boolean => device !== null || country !== null;

/** Does a filter among these parameters compare letters of either case? */
export const comparesLetters = (params: Readonly<Record<string, unknown>>): boolean =>
  NAMES.some((name) => String(params[name] ?? '').startsWith(SIGNS.contains));

/** The labels of a plan about spend: whether what is bought at places is requested (`spend_places_bought`). */
export const spendLabels = (filters: Filters): readonly string[] =>
  [filters.channel, filters.source, filters.campaign].some((currency) => currency !== null) ? ['of_places'] : [];
