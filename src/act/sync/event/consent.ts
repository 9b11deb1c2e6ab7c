// The consent of visitors to the use of their data for ads. One refusal decides: at the conversion, at a touch before it, or at any later
// event of the person.
import type { ReadBase } from '../../../base/base.ts';
import type { ReadOptions } from '../../../base/warehouse/port.ts';
import { statement } from '../../../base/warehouse/statements.ts';
import type { NeutralEvent } from '../../../providers/conversions/destination.ts';

export type Consent = NeutralEvent['consent'];

const NOES = ['denied', 'false', 'no', '0'];

interface Said {
  ad_user_data: readonly string[] | null;
  ad_personalization: readonly string[] | null;
  has_gpc: boolean;
}

/** Undefined where nothing is known; one no is a no. A browser that asks not to be sold to (Global Privacy Control) has said no. */
export function consentOf({ ad_user_data, ad_personalization, has_gpc }: Said): Consent {
  const saidTo = (words: readonly string[] | null): boolean | undefined =>
    words === null ? undefined : words.every((text) => !NOES.includes(text.trim().toLowerCase()));
  if (has_gpc) return { adUserData: false, adPersonalization: false };
  if (ad_user_data === null && ad_personalization === null) return undefined;
  return { adUserData: saidTo(ad_user_data), adPersonalization: saidTo(ad_personalization) };
}

/** When a person refused last, in milliseconds; undefined: never. */
export interface Objection {
  data: number | undefined;
  personalization: number | undefined;
}

/** Which refusals are looked up: of facts since a moment, in milliseconds, and after a seq; and how long that may take. */
export interface Refusals {
  since: number;
  afterSeq?: number;
  read?: ReadOptions;
}

/** By person; people who refused nothing since that moment are absent. @throws WarehouseFailure, also where there are no figures. */
export async function objectionsOf(
  base: ReadBase,
  profileId: string,
  personKeys: readonly bigint[],
  { since, afterSeq = 0, read = {} }: Refusals,
): Promise<Map<bigint, Objection>> {
  if (personKeys.length === 0) return new Map();
  const range = { since: new Date(since).toISOString().slice(0, -1), after_seq: afterSeq };
  const params = { person_keys: [...personKeys], ...range, noes: NOES };
  const rows = await base.warehouse.query({ profileId }, statement('warehouse/act/sync/objections_list', params), read);
  const numberOf = (ms: bigint | null): number | undefined => (ms === null ? undefined : Number(ms));
  return new Map(
    rows.map((row) => [
      row.person_key,
      { data: numberOf(row.data_refused_ms), personalization: numberOf(row.personalization_refused_ms) },
    ]),
  );
}

/** The consent at a conversion, without any that was withdrawn after it. */
export function consentSince(consent: Consent, objection: Objection | undefined, after: number): Consent {
  const isData = (objection?.data ?? Number.NEGATIVE_INFINITY) > after;
  const isPersonalization = (objection?.personalization ?? Number.NEGATIVE_INFINITY) > after;
  if (!isData && !isPersonalization) return consent;
  return {
    adUserData: isData ? false : consent?.adUserData,
    adPersonalization: isPersonalization ? false : consent?.adPersonalization,
  };
}
