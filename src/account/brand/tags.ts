// Addresses outside that a profile leads people to, and the tags by which their visits are recognised.
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import type { ChosenTags } from './stored.ts';

export interface Tags {
  source: string;
  medium: string;
  campaign: string | null;
  content: string | null;
}

const NAMES = ['source', 'medium', 'campaign', 'content'] as const;
const MAX_CHARACTERS = 2_000;

type Wanted = { [Name in (typeof NAMES)[number]]?: string | null | undefined };

/** The normal form of an `https` address. @throws ApiError `validation_error` that names the field */
export function checkedAddress(field: string, value: string): string {
  const url = URL.parse(value);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new ApiError('validation_error', `${field}: an https address without a password in it.`);
  if (url.href.length > MAX_CHARACTERS) throw new ApiError('validation_error', `${field}: at most ${MAX_CHARACTERS} characters.`);
  return url.href;
}

export function checkedTags(field: string, wanted: Wanted | null | undefined): ChosenTags {
  const chosen = NAMES.flatMap((name) => {
    const value = wanted?.[name];
    return value == null ? [] : [[name, checkedName(`${field}.${name}`, value)]];
  });
  return Object.fromEntries(chosen);
}

/** Medium `social`: under the shipped rules these visits are touches of Organic Social. */
export const tagsWith = (chosen: ChosenTags, defaults: Pick<Tags, 'source' | 'campaign'>): Tags => ({
  source: chosen.source ?? defaults.source,
  medium: chosen.medium ?? 'social',
  campaign: chosen.campaign ?? defaults.campaign,
  content: chosen.content ?? null,
});

/** The address with its tags; tags and all else that it has already stay as they are. */
export function taggedAddress(address: string, tags: Tags): string {
  const url = new URL(address);
  const added = NAMES.flatMap((name) => {
    const value = tags[name];
    return value === null || url.searchParams.has(`utm_${name}`) ? [] : [`utm_${name}=${encodeURIComponent(value)}`];
  });
  if (added.length > 0) url.search = [url.search.slice(1), ...added].filter(Boolean).join('&');
  return url.href;
}
