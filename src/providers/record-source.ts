// The common interface of all sources of records, in one vocabulary: payments and orders of shops, deals and leads of CRMs.
// A webhook is a hint: it names records, which are then read, so that the order in which webhooks arrive means nothing.
import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { Clock } from '../base/kit/clock.ts';
import type { AdAccount, Grant } from './ad-platform.ts';
import type { OAuthFlow, Tokens } from './oauth/client.ts';
import type { ConnectField } from './reading/connect-field.ts';
import type { Secret } from './secret.ts';
import type { ShopReader } from './shop-reader.ts';

export const RECORD_SOURCES = [
  'gohighlevel',
  'hubspot',
  'mercado_pago',
  'pipedrive',
  'shopify',
  'stripe',
  'woocommerce',
] as const;
export type RecordSourceId = (typeof RECORD_SOURCES)[number];

/** The code of ISO 4217 for no currency: of accounts that name none. */
export const NO_CURRENCY = 'XXX';

export interface RecordPerson {
  email?: string | undefined;
  phone?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** An id that no other system uses for another person. */
  externalId?: string | undefined;
  crmContactId?: string | undefined;
  country?: string | undefined;
}

/** Money that was paid. Amounts are positive decimal texts. */
export interface RecordPayment {
  /** Names the payment among all of a profile, for ever. */
  ref: string;
  amount: string;
  currency: string;
  /** Milliseconds since 1970. */
  paidAt: number;
  person: RecordPerson;
  /** The shop's own id of the order, as its pages report it. */
  orderId?: string | undefined;
  /** Ids by which other systems know the payment: those of its provider. */
  paymentIds?: readonly string[] | undefined;
  /** Further numbers of the order, as exports show them. */
  orderNumbers?: readonly string[] | undefined;
}

/** Money that went back: a refund, or a dispute that the shop has not won. */
export interface RecordReversal {
  ref: string;
  /** The payment that it reverses. */
  of: string;
  amount: string;
  currency: string;
  /** Undefined where the provider does not say. */
  at: number | undefined;
  /** When the record changed last: the time of a reversal without one, as it is first seen. */
  changedAt?: number | undefined;
}

/** A payment or an order as it is now, with everything that counts of it: what it no longer lists counts no longer. */
export interface SaleRecord {
  type: 'sale';
  id: string;
  payments: readonly RecordPayment[];
  reversals: readonly RecordReversal[];
}

export interface ReachedStage {
  stageId: string;
  /** Milliseconds since 1970; undefined where the provider does not say. */
  at: number | undefined;
}

/** A deal as it is now. */
export interface DealRecord {
  type: 'deal';
  id: string;
  /** Every stage that it is known to have been in, the present one among them. */
  reached: readonly ReachedStage[];
  /** Undefined where the deal has no value. */
  amount?: string | undefined;
  currency?: string | undefined;
  person: RecordPerson;
  /** The won stage in which it is now, one of `reached`; undefined for a deal that is open or lost. */
  wonStageId: string | undefined;
  isDeleted: boolean;
}

/** A submitted form, or a lead that came in. */
export interface LeadRecord {
  type: 'lead';
  id: string;
  formId: string;
  at: number;
  person: RecordPerson;
}

/** An appointment in a calendar. Without a customer it counts nothing. */
export interface AppointmentRecord {
  type: 'appointment';
  id: string;
  calendarId: string;
  /** Undefined where the provider does not say. */
  bookedAt: number | undefined;
  person: RecordPerson | undefined;
}

export type SourceRecord = SaleRecord | DealRecord | LeadRecord | AppointmentRecord;

/** Names a record to be read. */
export interface RecordRef {
  /** A product is copied and counts nowhere. */
  type: 'sale' | 'deal' | 'lead' | 'product';
  id: string;
  /** Stages in which a webhook has seen a deal. */
  seen?: readonly ReachedStage[];
}

/** The things that can mean an outcome: stages of deals, forms or other ways by which leads arrive, and calendars. */
export interface OutcomeSource {
  kind: 'stage' | 'form' | 'calendar';
  id: string;
  name: string;
  /** For stages: it contains only deals that are won. */
  isWon?: boolean;
}

export interface HookRequest {
  method: string;
  /** As the provider calls it: public address, path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface HookKey {
  /** The signing secret of the connection's webhooks; undefined where its provider signs all with one key. */
  secret: Secret | undefined;
  now: number;
}

/** One record that a webhook names. */
export interface HookMessage {
  /** Undefined where the webhook is of one account. */
  accountId?: string | undefined;
  ref: RecordRef;
}

export interface ChangedRange {
  /** Milliseconds since 1970: from `since` on, and before `until`. */
  since: number;
  until: number;
  /** For CRMs: the forms whose leads are read. */
  formIds: readonly string[];
  /** For CRMs: the stages that mean an outcome. */
  stageIds: readonly string[];
  /** For CRMs: the deals that have led to outcomes. */
  countedDealIds?: () => readonly string[];
}

/** The dependencies of every client of a source. */
export interface SourceOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
}

export interface RecordSource {
  readonly id: RecordSourceId;
  readonly scopes: { read: readonly string[]; write: readonly string[]; catalogue?: readonly string[] };
  /** Undefined where people type in credentials on the page of the link, because the provider has no page of its own for it. */
  readonly oauth?: OAuthFlow | undefined;
  /** The typed values: the credentials, or the fields that lead to the provider's page. */
  readonly fields?: readonly ConnectField[];
  /** Where there is no OAuth: what was typed in, as tokens. @throws ProviderFailure `rejected` with the reason for what cannot be right. */
  openCredentials?: (values: Readonly<Record<string, string>>) => Promise<Tokens>;
  /** Accounts that the grant sees. @throws ProviderFailure, here and below. */
  listAccounts(grant: Grant): Promise<AdAccount[]>;
  /** Records that were made or changed in a range, the newest first, in portions. One may come twice. */
  readChanged(grant: Grant, account: AdAccount, range: ChangedRange): AsyncIterable<SourceRecord[]>;
  /** A record as it is now; one that is gone has nothing that counts. Undefined where the provider does not show it, though it may count. */
  read(grant: Grant, account: AdAccount, ref: RecordRef): Promise<SourceRecord | undefined>;
  /** Days that are read together in a first sync. */
  readonly portionDays: number;
  /** The records that a webhook names; undefined where it is not the provider's. */
  readHook(request: HookRequest, key: HookKey): HookMessage[] | undefined;
  /** Where the provider calls: an address of each connection that `subscribe` registers, or one of the app that the operator registers. */
  readonly hookPlace: 'connection' | 'app';
  /** @param hook The secret is a fresh one. Answers the provider's id of the subscription, and its own secret where it has made one. */
  subscribe?: (grant: Grant, account: AdAccount, hook: { url: string; secret: Secret }) => Promise<NewHook>;
  unsubscribe?: (grant: Grant, accountId: string, hookId: string) => Promise<void>;
  /** For CRMs. */
  listOutcomeSources?: (grant: Grant, account: AdAccount) => Promise<OutcomeSource[]>;
  /** For shops: their orders and products as they are. */
  readonly shop?: ShopReader;
  /** The last day on which the API version in use works, YYYY-MM-DD; undefined where versions do not end. */
  readonly versionEnds: string | undefined;
}

export interface NewHook {
  hookId: string;
  secret?: Secret | undefined;
}

/** A deal that is not there any more. */
export const goneDeal = (id: string): DealRecord => ({
  type: 'deal',
  id,
  reached: [],
  person: {},
  wonStageId: undefined,
  isDeleted: true,
});

/** A deal that is not there any more, or a sale of which nothing counts. */
export const goneRecord = ({ type, id }: RecordRef): SourceRecord =>
  type === 'deal' ? goneDeal(id) : { type: 'sale', id, payments: [], reversals: [] };
