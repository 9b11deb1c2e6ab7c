// Google's Data Manager API. One bad record stops a request and is named in the refusal; what Google thinks later of the accepted ones it
// says by number only. A conversion that is sent again with another value is corrected: the id of the transaction names it.
import { z } from 'zod';
import { judgeGoogle } from '../google-ads/errors.ts';
import { type Judgement, type ProviderAnswer, ProviderClient, type ProviderClientOptions } from '../http/client.ts';
import type {
  ActionSource,
  Built,
  DestinationKind,
  DestinationSettings,
  NeutralEvent,
  Person,
  RequestStatus,
  Skipped,
} from './destination.ts';
import { ADJUSTED_AFTER_MS, ADJUSTMENTS, buildRetraction, sendAdjustments } from './google-adjustments.ts';
import { requestStatusOf, statusAnswer } from './google-status.ts';
import { digest, digests } from './hashing/digest.ts';
import { exactCountry } from './hashing/regions.ts';
import { GOOGLE } from './hashing/rules.ts';
import { destinationKind, keysOf, type NamedEvent, numberOf, skipped, withoutEmpty } from './kind.ts';
import { receiptOfNamed } from './named-refusal.ts';
import { sendingTo } from './target-refusal.ts';

export const DATA_MANAGER = 'https://datamanager.googleapis.com';
const DAY_MS = 86_400_000;
const MAX_AGE_MS = 90 * DAY_MS;
const MAX_IDENTIFIERS = 10;
const SOURCES: Readonly<Partial<Record<ActionSource, string>>> = {
  website: 'WEB',
  app: 'APP',
  physical_store: 'IN_STORE',
  phone_call: 'PHONE',
};

const violations = z.object({
  error: z.object({
    details: z.array(
      z.object({ fieldViolations: z.array(z.object({ field: z.string(), reason: z.string().optional() })).default([]) }),
    ),
  }),
});
const receipt = z.object({ requestId: z.string() });

export const dataManagerClient = (options: Omit<ProviderClientOptions, 'provider' | 'judge'>): ProviderClient =>
  new ProviderClient({ ...options, provider: 'google_ads', judge: judgeDataManager });

/** The fields that Google names are the reason: its sentence is the same for all. */
function judgeDataManager(answer: ProviderAnswer): Judgement | undefined {
  const judgement = judgeGoogle(answer);
  if (judgement === undefined || judgement === 'success') return judgement;
  const details = violations.safeParse(answer.body).data?.error.details ?? [];
  const fields = details.flatMap(({ fieldViolations }) => fieldViolations);
  if (fields.some(({ reason }) => reason?.includes('TERMS_AND_CONDITIONS_NOT_SIGNED'))) return { ...judgement, outcome: 'terms' };
  return fields.length === 0
    ? judgement
    : { ...judgement, reason: fields.map(({ field, reason = 'INVALID' }) => `${field}: ${reason}`).join('; ') };
}

/** @param ads Takes conversions back; undefined where this installation has no developer token. */
export const googleConversions = (client: ProviderClient, ads: ProviderClient | undefined): DestinationKind =>
  destinationKind({
    id: 'google_ads',
    limits: {
      // Google takes 2,000; what it rejects later is found more easily in smaller requests.
      batch: 200,
      maxAgeMs: MAX_AGE_MS,
      dedupWindowMs: MAX_AGE_MS,
      namesIndex: true,
      canRestate: true,
      restatesByRepeating: true,
      canRetract: ads !== undefined,
      retractedAfterMs: ADJUSTED_AFTER_MS,
    },
    safeFields: {
      platform_safe: ['emails', 'phones', 'gclid', 'gbraid', 'wbraid'],
      hipaa: ['gclid', 'gbraid', 'wbraid'],
    },
    build,
    send: async (grant, settings, payloads) => {
      if (ads && payloads[0]?.lane === ADJUSTMENTS) return sendAdjustments(ads, grant, settings, payloads);
      const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
      const json = {
        destinations: [destinationOf(settings)],
        events: payloads.map(({ body }) => ({ destinationReferences: ['d1'], ...Object(body) })),
        encoding: 'HEX',
        validateOnly: settings.testCode !== undefined,
      };
      const request = { method: 'POST', path: './v1/events:ingest', headers, json, ...accountOf(settings) } as const;
      return receiptOfNamed(/^events\[(\d+)\]\S*: (\w+)/, async () => {
        const { requestId } = await sendingTo(NO_EVENT, () => client.json(request, receipt));
        return { requestId, rejected: [], acceptedOthers: true };
      });
    },
    readStatus: async (grant, settings, requestId): Promise<RequestStatus> => {
      const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
      const query = { requestId };
      const request = { method: 'GET', path: './v1/requestStatus:retrieve', query, headers, ...accountOf(settings) } as const;
      return requestStatusOf(await client.json(request, statusAnswer));
    },
  });

/** Fields, none of them of an event: the destination is wrong, and no event is. */
const NO_EVENT = /^(?!events)[\w.[\]]+: \w+(; (?!events)[\w.[\]]+: \w+)*$/;

/** Whose limits a request counts against: no customer's pause stops another's. */
const accountOf = ({ accountId, targetId }: DestinationSettings) => ({ account: accountId ?? targetId });

export const destinationOf = ({ accountId, loginAccountId, targetId }: DestinationSettings) => ({
  reference: 'd1',
  operatingAccount: { accountType: 'GOOGLE_ADS', accountId },
  ...(loginAccountId === undefined ? {} : { loginAccount: { accountType: 'GOOGLE_ADS', accountId: loginAccountId } }),
  productDestinationId: targetId,
});

function build(event: NamedEvent, settings: DestinationSettings): Built | Skipped {
  if (event.kind === 'retraction') return buildRetraction(event, settings);
  const { person, value, consent, original } = event;
  if (event.kind === 'restatement' && !value) return skipped('no_value');
  const { gclid, gbraid, wbraid } = person.clickIds;
  // One click only: Google refuses an event with two.
  const click = gclid === undefined ? (gbraid === undefined ? { wbraid } : { gbraid }) : { gclid };
  const people = peopleOf(person);
  if (keysOf({ ...people, ...click }).length === 0) return skipped('no_match_key');
  const userIdentifiers = userIdentifiersOf(person);
  const adIdentifiers = withoutEmpty(click);
  const body = {
    // The id of the conversion: Google takes its new value for the one that it has.
    transactionId: original?.eventId ?? event.eventId,
    eventTimestamp: new Date(original?.occurredAt ?? event.occurredAt).toISOString(),
    eventSource: SOURCES[event.actionSource] ?? 'OTHER',
    ...withoutEmpty({ currency: value?.currency, conversionValue: numberOf(value) }),
    ...(Object.keys(adIdentifiers).length === 0 ? {} : { adIdentifiers }),
    ...(userIdentifiers.length === 0 ? {} : { userData: { userIdentifiers } }),
    ...consentIn(consent),
  };
  const matchKeys = keysOf({ ...people, ...click });
  return { payload: { lane: 'events', body }, matchKeys, actionSource: event.actionSource };
}

type Identified = Omit<Person, 'clickIds'>;

const peopleOf = (person: Identified) => ({
  email: digests(GOOGLE.email, person.emails),
  phone: digests(GOOGLE.phone, person.phones),
  address: addressOf(person),
});

export function userIdentifiersOf(person: Identified): Record<string, unknown>[] {
  const { email, phone, address } = peopleOf(person);
  return [
    ...email.map((emailAddress) => ({ emailAddress })),
    ...phone.map((phoneNumber) => ({ phoneNumber })),
    ...address.map((each) => ({ address: each })),
  ].slice(0, MAX_IDENTIFIERS);
}

/** Google matches an address by all four parts. */
function addressOf(person: Identified) {
  const givenName = digest(GOOGLE.given_name, person.firstName);
  const familyName = digest(GOOGLE.family_name, person.lastName);
  const regionCode = exactCountry(person.country);
  const postalCode = GOOGLE.postal_code(person.postalCode ?? '');
  return givenName && familyName && regionCode && postalCode ? [{ givenName, familyName, regionCode, postalCode }] : [];
}

/** Empty where no consent was asked for. */
export function consentIn(consent: NeutralEvent['consent']): { consent?: Record<string, unknown> } {
  const words = { adUserData: wordOf(consent?.adUserData), adPersonalization: wordOf(consent?.adPersonalization) };
  const fields = withoutEmpty(words);
  return Object.keys(fields).length === 0 ? {} : { consent: fields };
}

function wordOf(isGranted: boolean | undefined): string | undefined {
  if (isGranted === undefined) return undefined;
  return isGranted ? 'CONSENT_GRANTED' : 'CONSENT_DENIED';
}
