// The words of the findings about what senders send: outcomes, spend, and whether they send at all.
import { type FindingKind, findingOf, type Measured } from '../findings.ts';
import type { Scope } from '../period.ts';
import { type Finding, type Status, shareText } from '../rules.ts';
import { senderKinds } from './sender-kinds.ts';

const purchases = ({ hits, cases }: Measured): string => shareText(hits, cases, 'purchases');
const accounts = (count: number): string => `${count} ${count === 1 ? 'account' : 'accounts'}`;

const instrumentationKinds = {
  shop_reconciliation: {
    name: 'shop_reconciliation',
    title: 'Purchases against orders and statements',
    explain: ({ hits, cases }) =>
      cases === 0
        ? 'No connected shop and no imported statement has purchases that another sender reports too, so there is nothing to compare.'
        : `Senders reported ${hits.toLocaleString('en')} purchases, and there are ${cases.toLocaleString('en')}.`,
    next: 'Compare the references in the first line of the evidence: purchases that were not sent, and purchases that are in no order or statement. A statement of one way to pay lacks those paid in another way.',
    second: 'Send the reference of the order or payment as idempotency_key, so that both sides are one purchase.',
    fix: null,
  },
  page_behind_sale: {
    name: 'page_behind_sale',
    title: 'Purchases with a visit before them',
    explain: (measured) => `${purchases(measured)} have a visit of the customer in the 30 minutes before.`,
    next: 'Put the tracker on the checkout, and send anonymous_id with the purchase.',
    second:
      'Purchases by telephone or subscription have no visit: if they are most of yours, this finding is right and needs nothing.',
    fix: { operation: 'startTrackingVerification', params: {} },
  },
  double_sale: {
    name: 'double_sale',
    title: 'Purchases that were probably sent twice',
    explain: (measured) =>
      `${purchases(measured)} repeat one of the same amount within ten minutes, under another key: of the same customer, or of two senders of which one has the other beside it more often than chance.`,
    next: 'Send the same idempotency_key from every sender of a purchase (page, server, payment provider); the lines name the senders.',
    second: 'Remove the second sender: one of them is enough.',
    fix: { operation: 'listSalePairs', params: {} },
  },
  value_missing: {
    name: 'value_missing',
    title: 'Purchases without a value',
    explain: (measured) =>
      `${purchases(measured)} were sent without an amount${measured.hits === 0 ? '' : ', so they count without money'}.`,
    next: 'Send value.amount and value.currency with the type in the first line of the evidence.',
    second: 'If the amount is always the same, give the goal a fixed value.',
    fix: { operation: 'putDefinition', params: { value_rule: 'fixed' } },
  },
  value_outlier: {
    name: 'value_outlier',
    title: 'Amounts far above the usual',
    explain: (measured) =>
      `${purchases(measured)} are far above all others: 20 times what 99 of 100 purchases cost at most, or a usual amount a hundred times over without decimals (cents that were sent as whole units).`,
    next: 'Check these payments: cents sent as whole units, and test orders, look like this. Reverse what is wrong (POST /api/v1/payments/{payment_id}/refund).',
    second: 'Send amounts as decimal text in the unit of the currency.',
    fix: null,
  },
  currency_without_rate: {
    name: 'currency_without_rate',
    title: 'Money that cannot be converted',
    explain: (measured) =>
      `${purchases(measured)} are in a currency without an exchange rate of their day${measured.hits === 0 ? '' : ', so they are in no total'}.`,
    next: 'Fetch the missing rates: POST /api/v1/profile/recompute-fx.',
    second: 'Put rates of this currency into the rates file (docs/operating.md).',
    fix: { operation: 'recomputeFx', params: {} },
  },
  late: {
    name: 'late',
    title: 'Purchases that arrive late',
    explain: (measured) =>
      measured.cases === 0
        ? 'The period has no purchase beside those of imports, which are never late.'
        : `${purchases(measured)} arrived more than 24 hours after they happened.${measured.hits === 0 ? '' : ' Recent days are too low until then.'}`,
    next: 'Send each purchase when it happens; a nightly export makes every day wrong until the next one.',
    second: 'If the provider reports late, read figures of complete weeks.',
    fix: null,
  },
  spend_stale: {
    name: 'spend_stale',
    title: 'Accounts that report no spend',
    explain: ({ hits, cases }) =>
      cases === 0
        ? 'No account has reported spend yet.'
        : hits === 0
          ? `Spend is complete up to yesterday at ${accounts(cases)}.`
          : `${hits} of ${accounts(cases)} did not report the spend of yesterday, or of more days: totals are too low and ROAS too high.`,
    next: 'Read the account again (POST /api/v1/connections/{id}/sync). If it has to be connected again, its status says so.',
    second: 'Upload the missing days (POST /api/v1/spend).',
    fix: { operation: 'syncConnection', params: { what: 'spend' } },
  },
  spend_restated: {
    name: 'spend_restated',
    title: 'Spend that platforms changed later',
    explain: ({ hits, cases }) =>
      cases === 0
        ? 'No account has reported spend yet.'
        : hits === 0
          ? `No more than 3 % of the spend of the last 28 days was changed after it was first read, at ${accounts(cases)}.`
          : `${hits} of ${accounts(cases)} changed the spend of the last 28 days by more than 3 % after it was first read.`,
    next: 'Compare periods only after they are three days old, and read figures as of a time where they were reported (as_of).',
    second: 'Read the account later in the day, when the platform has counted it.',
    fix: null,
  },
  delivery: {
    name: 'delivery',
    title: 'Conversions and events that destinations refuse',
    explain: ({ hits, cases, evidence = [] }) =>
      cases === 0
        ? 'Nothing was sent to a destination in the period.'
        : `${evidence[0]?.label ?? 'A destination'} accepted ${shareText(hits, cases)} of what it was sent.`,
    next: 'Read why the last ones were refused, in the first line of the evidence, and correct the destination: its permission, its dataset, or the fields of the event.',
    second: 'Connect the account again, and send one delivery once more to see its response.',
    fix: null,
  },
  match_keys: {
    name: 'match_keys',
    title: 'Identifiers that purchases lost',
    explain: ({ hits, cases, evidence: [lost] = [] }) =>
      `${shareText(hits, cases, 'purchases')} have ${lost?.label ?? 'an identifier'}; ${lost?.note ?? ''}.`,
    next: 'Find the release or consent change of the day on which the identifier was lost, and send it again.',
    second: 'Send an identifier that does not depend on the browser: email or external_id.',
    fix: null,
  },
} as const satisfies Record<string, Omit<FindingKind, 'family'>>;

const kinds = { ...instrumentationKinds, ...senderKinds };

export type InstrumentationFinding = keyof typeof kinds;

export const instrumentationKind = (name: InstrumentationFinding): FindingKind => ({ family: 'instrumentation', ...kinds[name] });

export const makeFinding = (name: InstrumentationFinding, measured: Measured, scope: Scope, status?: Status): Finding =>
  findingOf(instrumentationKind(name), measured, scope, status === undefined ? {} : { status });
