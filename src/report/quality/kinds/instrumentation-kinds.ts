// The words of the findings about what senders send: outcomes, spend, and whether they send at all.
import type { FindingKind } from '../findings.ts';
import { shareText } from '../rules.ts';

const instrumentationKinds = {
  silence: {
    name: 'silence',
    title: 'Senders that fell silent',
    explain: ({ hits, cases }) =>
      hits === 0
        ? `${cases} senders send as usual for the weekday and hour.`
        : `${hits} of ${cases} senders sent much less in the last 24 hours than in the same hours of the weeks before.`,
    next: 'Check the sender in the first line of the evidence: its key, its last release, its queue. Browsers: POST /api/v1/tracking/verification.',
    second: 'Check GET /api/v1/tracking/ops for events that were refused.',
    fix: { operation: 'startTrackingVerification', params: {} },
  },
  shop_reconciliation: {
    name: 'shop_reconciliation',
    title: 'Outcomes against orders of the shop',
    explain: ({ hits, cases }) =>
      cases === 0
        ? 'No connected shop or payment account has purchases that another sender reports too, so there is nothing to compare.'
        : `Senders reported ${hits.toLocaleString('en')} purchases, and connected shops have ${cases.toLocaleString('en')}.`,
    next: 'Compare the references in the first line of the evidence: orders that were not sent, and purchases that the shop does not have.',
    second: 'Send the reference of the order as idempotency_key, so that both sides are one purchase.',
    fix: null,
  },
  page_behind_sale: {
    name: 'page_behind_sale',
    title: 'Purchases with a visit before them',
    explain: (measured) =>
      `${shareText(measured.hits, measured.cases)} purchases have a visit of the customer in the 30 minutes before.`,
    next: 'Put the tracker on the checkout, and send anonymous_id with the purchase.',
    second:
      'Purchases by telephone or subscription have no visit: if they are most of yours, this finding is right and needs nothing.',
    fix: { operation: 'startTrackingVerification', params: {} },
  },
  double_sale: {
    name: 'double_sale',
    title: 'Purchases that were probably sent twice',
    explain: (measured) =>
      `${shareText(measured.hits, measured.cases)} purchases repeat one of the same customer and amount within ten minutes, under another key.`,
    next: 'Send the same idempotency_key from every sender of a purchase (page, server, payment provider).',
    second: 'Remove the second sender: one of them is enough.',
    fix: null,
  },
  value_missing: {
    name: 'value_missing',
    title: 'Purchases without a value',
    explain: (measured) =>
      `${shareText(measured.hits, measured.cases)} purchases were sent without an amount, so they count without money.`,
    next: 'Send value.amount and value.currency with the type in the first line of the evidence.',
    second: 'If the amount is always the same, give the goal a fixed value.',
    fix: { operation: 'putDefinition', params: { value_rule: 'fixed' } },
  },
  value_outlier: {
    name: 'value_outlier',
    title: 'Amounts far above the usual',
    explain: (measured) =>
      `${shareText(measured.hits, measured.cases)} purchases are far above all others (20 times what 99 of 100 purchases cost at most).`,
    next: 'Check these payments: cents sent as whole units, and test orders, look like this. Reverse what is wrong (POST /api/v1/payments/{payment_id}/refund).',
    second: 'Send amounts as decimal text in the unit of the currency.',
    fix: null,
  },
  currency_without_rate: {
    name: 'currency_without_rate',
    title: 'Money that cannot be converted',
    explain: (measured) =>
      `${shareText(measured.hits, measured.cases)} purchases are in a currency without an exchange rate of their day, and are in no total.`,
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
        : `${shareText(measured.hits, measured.cases)} purchases arrived more than 24 hours after they happened. Recent days are too low until then.`,
    next: 'Send each purchase when it happens; a nightly export makes every day wrong until the next one.',
    second: 'If the provider reports late, read figures of complete weeks.',
    fix: null,
  },
  spend_stale: {
    name: 'spend_stale',
    title: 'Accounts that report no spend',
    explain: ({ hits, cases }) => `${hits} of ${cases} accounts have not reported yesterday's spend.`,
    next: 'Read the account again (POST /api/v1/connections/{id}/sync). If it has to be connected again, its status says so.',
    second: 'Upload the missing days (POST /api/v1/spend).',
    fix: { operation: 'syncConnection', params: { what: 'spend' } },
  },
  spend_restated: {
    name: 'spend_restated',
    title: 'Spend that platforms changed later',
    explain: ({ hits, cases }) =>
      `${hits} of ${cases} accounts changed the spend of the last 28 days by more than 3 % after it was first read.`,
    next: 'Compare periods only after they are three days old, and read figures as of a time where they were reported (as_of).',
    second: 'Read the account less early in the day.',
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
    explain: ({ hits, cases, evidence = [] }) =>
      evidence[0]
        ? `${shareText(hits, cases)} purchases have ${evidence[0].label}; before it was ${evidence[0].note ?? 'more'}.`
        : 'Purchases carry the same identifiers as in the period before.',
    next: 'Find the release or consent change of the day on which the identifier was lost, and send it again.',
    second: 'Send an identifier that does not depend on the browser: email or external_id.',
    fix: null,
  },
} as const satisfies Record<string, Omit<FindingKind, 'family'>>;

export type InstrumentationFinding = keyof typeof instrumentationKinds;

export const instrumentationKind = (name: InstrumentationFinding): FindingKind => ({
  family: 'instrumentation',
  ...instrumentationKinds[name],
});
