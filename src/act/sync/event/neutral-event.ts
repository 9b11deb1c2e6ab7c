// From a conversion to what is sent of it: read from the figures and from state when it is sent, and kept nowhere.
import { findReach } from '../../../account/places/index.ts';
import { profileSettings } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { publicId } from '../../../base/kit/ids.ts';
import { statement, type WarehouseRow } from '../../../base/warehouse/statements.ts';
import type { BrowserSignals } from '../../../collect/events/index.ts';
import { type CustomerDescription, describeCustomers } from '../../../collect/identity/index.ts';
import { askEach, cursorsStatement } from '../../../credit/pipeline/index.ts';
import { isBehind, knownPosition, unlessBuilding } from '../../../credit/progress/index.ts';
import { sentClickIds } from '../../../providers/click-ids.ts';
import {
  ACTION_SOURCES,
  type ActionSource,
  CLICK_ID_NAMES,
  type ClickIdName,
  type NeutralEvent,
  type Person,
  type PrivacyMode,
} from '../../../providers/conversions/destination.ts';
import { type Consent, consentOf, consentSince, type Objection, objectionsOf } from './consent.ts';

export type Details = WarehouseRow<'warehouse/act/sync/conversion_details'>;

/** A person may have very many; platforms take few. */
const MAX_IDENTIFIERS = 3;

/** Profiles of healthcare agencies send as `platform_safe` ones do, whatever their own mode. */
export function privacyModeOf(base: ReadBase, profileId: string): PrivacyMode {
  const { privacyMode } = profileSettings(base, profileId);
  return privacyMode === 'standard' && findReach(base, profileId)?.isHealthcare ? 'platform_safe' : privacyMode;
}

/**
 * The figures' and state's part of these conversions, by their numbers; `since` is the time of the earliest. Undefined while the figures are
 * built again: what they lack then says nothing.
 */
export async function detailsOf(
  base: ReadBase,
  profileId: string,
  conversionNos: readonly bigint[],
  since: number,
): Promise<Map<bigint, EventSource> | undefined> {
  if (conversionNos.length === 0) return new Map();
  const position = knownPosition(base, profileId);
  const details = statement('warehouse/act/sync/conversion_details', { conversion_nos: [...conversionNos] });
  const read = await unlessBuilding(() => askEach(base, profileId, [cursorsStatement, details]));
  if (!read || isBehind(read[0], position)) return undefined;
  const rows = read[1];
  const customers = [...new Set(rows.flatMap(({ person_key }) => (person_key > 0n ? [person_key] : [])))];
  const people = describeCustomers(base, profileId, customers);
  const persons = [...new Set(rows.map(({ person_key }) => person_key))];
  const objections = await unlessBuilding(() => objectionsOf(base, profileId, persons, { since }));
  if (!objections) return undefined;
  return new Map(
    rows.map((details) => {
      const { conversion_no, person_key } = details;
      return [conversion_no, { details, customer: people.get(person_key), objection: objections.get(person_key) }];
    }),
  );
}

export interface EventSource {
  details: Details;
  customer: CustomerDescription | undefined;
  /** The person's facts since the earliest of the conversions that were read together. */
  objection: Objection | undefined;
}

const isActionSource = (text: string | null): text is ActionSource => ACTION_SOURCES.some((each) => each === text);

/** As sent with the outcome; otherwise outcomes of browsers happened on the website, and all others somewhere in a system. */
function actionSourceOf({ action_source, visitor_key, page_url }: Details, lacksUserAgent: boolean): ActionSource {
  if (isActionSource(action_source)) return action_source;
  return lacksUserAgent || (visitor_key === null && page_url === null) ? 'system_generated' : 'website';
}

const isClickIdName = (name: string): name is ClickIdName => CLICK_ID_NAMES.some((each) => each === name);

function entriesOf(json: string): [string, string][] {
  const ids: unknown = JSON.parse(json);
  if (ids === null || typeof ids !== 'object') return [];
  return Object.entries(ids).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}

/**
 * The latest of each, under the name that destinations know, while its platform takes it. An `fbclid` becomes the `fbc` with the time of its
 * click.
 */
function clickIdsOf({ click_ids, touch_click_ids, touched_ms }: Details, occurredAt: number): Person['clickIds'] {
  const found: Partial<Record<ClickIdName, string>> = {};
  const add = (json: string, at: bigint | number): void => {
    for (const [name, value] of entriesOf(json)) {
      const { sentAs = name, lifeMs = Number.POSITIVE_INFINITY } = sentClickIds().get(name) ?? {};
      if (isClickIdName(sentAs) && occurredAt - Number(at) <= lifeMs)
        found[sentAs] = name === 'fbclid' ? `fb.1.${at}.${value}` : value;
    }
  };
  for (const [index, json] of (touch_click_ids ?? []).entries()) add(json, touched_ms?.[index] ?? occurredAt);
  if (click_ids !== null) add(click_ids, occurredAt);
  return found;
}

const consentAt = ({ ad_user_data, ad_personalization, has_gpc }: Details): Consent => {
  const words = (text: string | null): string[] | null => (text === null ? null : [text]);
  return consentOf({ ad_user_data: words(ad_user_data), ad_personalization: words(ad_personalization), has_gpc });
};

function personOf(profileId: string, { details, customer }: EventSource, occurredAt: number, signals: BrowserSignals): Person {
  const { user_agent: userAgent, ip, ...cookies } = signals;
  const clickIds = { ...cookies, ...clickIdsOf(details, occurredAt) };
  const browser = { ip, userAgent };
  const country = details.country ?? customer?.country ?? undefined;
  if (!customer) return { emails: [], phones: [], country, clickIds, ...browser };
  const [externalId = publicId('customer', profileId, customer.customer_no)] = customer.external_ids;
  return {
    emails: customer.emails.slice(0, MAX_IDENTIFIERS),
    phones: customer.phones.slice(0, MAX_IDENTIFIERS),
    firstName: customer.first_name ?? undefined,
    lastName: customer.last_name ?? undefined,
    city: details.city ?? undefined,
    country,
    externalId,
    clickIds,
    ...browser,
  };
}

export interface EventFacts
  extends Pick<NeutralEvent, 'eventId' | 'occurredAt' | 'eventName' | 'kind' | 'value' | 'original' | 'changedAt'> {
  profileId: string;
  /** The platform takes no event of a website without the browser's name. */
  needsUserAgent: boolean;
  signals: BrowserSignals;
}

/** One conversion as every destination gets it. */
export function neutralEvent({ profileId, needsUserAgent, signals, ...facts }: EventFacts, source: EventSource): NeutralEvent {
  const { details } = source;
  const actionSource = actionSourceOf(details, needsUserAgent && signals.user_agent === undefined);
  return {
    ...facts,
    actionSource,
    // A conversion outside the website has no page, whatever its browser says.
    pageUrl: actionSource === 'website' ? (details.page_url ?? undefined) : undefined,
    person: personOf(profileId, source, facts.occurredAt, signals),
    consent: consentSince(consentAt(details), source.objection, facts.occurredAt),
  };
}
