// The interface of a destination of conversions: a pure builder from one neutral event to a payload of the platform, hashed by its rules, and a
// sender of payloads. Neutral events and payloads are in memory only; no hash is stored.
import type { BrowserSignal } from '../../base/contract/slice-hooks.ts';
import type { Grant } from '../ad-platform.ts';

export const DESTINATIONS = [
  ...(['meta', 'google_ads', 'tiktok', 'linkedin', 'microsoft_ads', 'pinterest', 'snap', 'reddit', 'openai_ads'] as const),
  ...(['https', 'sandbox'] as const),
] as const;
export type DestinationId = (typeof DESTINATIONS)[number];

export const ACTION_SOURCES = [
  ...(['website', 'business_messaging', 'chat', 'phone_call', 'email', 'physical_store'] as const),
  ...(['system_generated', 'app', 'other'] as const),
] as const;
export type ActionSource = (typeof ACTION_SOURCES)[number];

/** Where a click came from, or whose browser it is: the parameter or cookie of each platform, by its own name. */
export const CLICK_ID_NAMES = [
  ...(['fbc', 'fbp', 'ctwa_clid', 'gclid', 'gbraid', 'wbraid', 'ttclid', 'ttp', 'li_fat_id'] as const),
  ...(['msclkid', 'epik', 'sc_click_id', 'sc_cookie1', 'rdt_cid', 'oppref', 'twclid'] as const),
] as const;
export type ClickIdName = (typeof CLICK_ID_NAMES)[number];

export interface Person {
  emails: readonly string[];
  /** With + and the code of the country. */
  phones: readonly string[];
  firstName?: string | undefined;
  lastName?: string | undefined;
  city?: string | undefined;
  region?: string | undefined;
  postalCode?: string | undefined;
  /** ISO 3166-1 alpha-2, or an English name. */
  country?: string | undefined;
  gender?: string | undefined;
  /** YYYY-MM-DD. */
  birthDate?: string | undefined;
  externalId?: string | undefined;
  ip?: string | undefined;
  userAgent?: string | undefined;
  clickIds: Readonly<Partial<Record<ClickIdName, string>>>;
}

export interface Money {
  /** Decimal text. */
  amount: string;
  /** ISO 4217. */
  currency: string;
}

/** One conversion as every destination gets it, before it is hashed. */
export interface NeutralEvent {
  /** The same in every attempt and after every replay; platforms compare it. */
  eventId: string;
  /** Milliseconds. */
  occurredAt: number;
  /** A name of `event-names.ts`, a platform's own name, or a free one, which the safe modes never send. */
  eventName: string;
  actionSource: ActionSource;
  value?: Money | undefined;
  pageUrl?: string | undefined;
  orderId?: string | undefined;
  person: Person;
  /** Undefined is not asked. */
  consent?: { adUserData: boolean | undefined; adPersonalization: boolean | undefined } | undefined;
  /** A restatement has the new value; a retraction takes the conversion back. Both name what they change. */
  kind: 'conversion' | 'restatement' | 'retraction';
  original?: { eventId: string; occurredAt: number } | undefined;
  /** The time at which a restatement or retraction was found, the same in every attempt. */
  changedAt?: number | undefined;
}

/** `standard` sends all that a platform can match. `platform_safe` and `hipaa` send the fields of a list only. */
export type PrivacyMode = 'standard' | 'platform_safe' | 'hipaa';

/** Where events go at the platform. Each destination reads what it needs. */
export interface DestinationSettings {
  /** Dataset, pixel, conversion action, conversion rule, conversion name, or the URL of a generic destination. */
  targetId: string;
  /** The ad account or customer, and the manager account that the access goes through. */
  accountId?: string | undefined;
  loginAccountId?: string | undefined;
  /** Meta: the messaging business account of the profile, and the dataset that is linked to it. */
  messagingAccountId?: string | undefined;
  messagingDatasetId?: string | undefined;
  /** Events are marked as tests, where the platform has a place for them. */
  testCode?: string | undefined;
  /** TikTok: where events of apps, and events that happened on no website, go. */
  appTargetId?: string | undefined;
  offlineTargetId?: string | undefined;
  /** Meta and TikTok: the platform restricts its own use of the data. */
  isLimitedDataUse?: boolean | undefined;
}

export const SKIP_REASONS = [
  ...(['no_match_key', 'consent', 'mode', 'event_name', 'no_value', 'no_user_agent'] as const),
  ...(['cannot_restate', 'cannot_retract', 'no_original'] as const),
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface Built {
  payload: Payload;
  /** Names of what the platform can match the person by, never values. */
  matchKeys: string[];
  /** The source as it is sent, by the names of callers. */
  actionSource: ActionSource;
}
export interface Skipped {
  skip: SkipReason;
}

/** Payloads of one lane can be in one request. */
export interface Payload {
  lane: string;
  body: unknown;
}

export interface DestinationLimits {
  /** Events of one request. */
  batch: number;
  /** Older ones are refused, and at some platforms everything in the request with them. */
  maxAgeMs: number;
  /** For sources that may be older. */
  maxAgeMsOf?: Partial<Record<ActionSource, number>>;
  /** After the first attempt: as long as a repetition counts once. */
  dedupWindowMs: number;
  /** For sources whose repetitions count at another time, or at once (0). */
  dedupWindowMsOf?: Partial<Record<ActionSource, number>>;
  /** A refusal names the events that caused it. */
  namesIndex: boolean;
  canRestate: boolean;
  canRetract: boolean;
  /** No younger conversion can be retracted. */
  retractedAfterMs?: number;
  /** A restatement is the event again, with its id and the new value: it need not wait until the destination has decided about the first. */
  restatesByRepeating?: boolean;
}

/** The platform's response to a request that it read. */
export interface Receipt {
  requestId?: string | undefined;
  rejected: readonly Rejection[];
  /** False where the rejected events stopped all of them, so that the others have to be sent again. */
  acceptedOthers: boolean;
  /** Positions of which nothing could be read: perhaps accepted. Only where the others were accepted. */
  undecided?: readonly number[] | undefined;
}
export interface Rejection {
  /** The position of the payload in the request. */
  index: number;
  reason: string;
  /** Not refused for good: it may be sent again after so long. */
  retryAfterMs?: number | undefined;
}

export interface DestinationKind {
  readonly id: DestinationId;
  readonly limits: DestinationLimits;
  /** Signals of a browser that it takes, in a privacy mode. */
  signals(mode: PrivacyMode): readonly BrowserSignal[];
  /** Pure: the same event gives the same payload. */
  build(event: NeutralEvent, settings: DestinationSettings, mode: PrivacyMode): Built | Skipped;
  /** One request, never repeated here. @throws ProviderFailure; `rejected` names no event, so that nothing of the request was accepted. */
  send(grant: Grant, settings: DestinationSettings, payloads: readonly Payload[]): Promise<Receipt>;
  /** The outcome of an accepted request, where the platform decides later and reports only counts. */
  readStatus?(grant: Grant, settings: DestinationSettings, requestId: string): Promise<RequestStatus>;
}

export interface EventCount {
  count: number;
  reason: string;
}

export interface RequestStatus {
  isFinished: boolean;
  /** Refused for good. */
  rejected: readonly EventCount[];
  /** The destination has the same conversions under other ids. */
  duplicates?: readonly EventCount[];
  /** About no event: they are accepted later (`unavailable`), or once a person has done something at the destination. */
  later?: readonly (EventCount & { outcome: 'unavailable' | 'terms' | 'misconfigured' })[];
  /** All or some were refused, and nothing says why. */
  unexplained?: 'all' | 'some';
}
