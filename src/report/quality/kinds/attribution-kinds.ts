// The words of the findings about attribution: what each means, and what to do about it first and second.
import type { FindingKind, Measured } from '../findings.ts';
import { FEWEST_CASES, shareText } from '../rules.ts';

const conversions = ({ hits, cases }: Measured): string => shareText(hits, cases, 'conversions');
/** The consequence, where there is one. */
const then = ({ hits }: Measured, text: string): string => (hits === 0 ? '' : ` ${text}`);

const attributionKinds = {
  coverage: {
    name: 'coverage',
    title: 'Conversions with a source',
    explain: (measured) =>
      `${conversions(measured)} have a visit with a source before them.${measured.hits < measured.cases ? ' The others are credited to Direct or to nothing, so every channel looks weaker than it is.' : ''}`,
    next: 'Start with the finding about attribution that touches the most cash: it says why conversions lack a source.',
    second: 'Compare with the shop: GET /api/v1/quality/instrumentation-health says whether visits are missing at all.',
    fix: null,
  },
  nobody_known: {
    name: 'nobody_known',
    title: 'Conversions that name nobody',
    explain: (measured) =>
      `${conversions(measured)} were sent without an identifier of a customer or browser.${then(measured, 'No visit can be found for them.')}`,
    next: 'Send email, external_id or anonymous_id with the outcomes of the sender in the first line of the evidence (POST /api/v1/events).',
    second: 'Check one of these outcomes with GET /api/v1/tracking/events: identifiers that are refused are in its flags.',
    fix: null,
  },
  person_without_visit: {
    name: 'person_without_visit',
    title: 'Customers without a linked browser',
    explain: (measured) =>
      `${conversions(measured)} are of customers to whom no browser was ever linked.${then(measured, 'Their visits may be there under an unknown browser.')}`,
    next: 'Put link tokens into the links of your mails (POST /api/v1/customers/link-tokens), and call identify after login and at checkout.',
    second: 'Send anonymous_id of the tracker with the outcome: it links the browser that bought.',
    fix: { operation: 'createLinkTokens', params: { expires_in_days: 30 } },
  },
  outside_window: {
    name: 'outside_window',
    title: 'Last visit older than the window',
    explain: (measured) =>
      `${conversions(measured)} have no source only because the last visit with one is older than the click window, and at most 90 days old.`,
    next: 'Preview a longer click window; the evidence shows how many conversions each age would add.',
    second:
      'Set a lookback window for this goal alone (PUT /api/v1/goals/definitions), as long purchases need more days than others.',
    fix: { operation: 'updateAttributionSettings', params: { click_window_days: 90, cash_window_days: 90 } },
  },
  synthetic_share: {
    name: 'synthetic_share',
    title: 'Touches without a visit',
    explain: (measured) =>
      `${shareText(measured.hits, measured.cases, 'conversions with a source')} have it only from a click id that was sent with the outcome.${then(measured, 'No visit with this click was seen.')}`,
    next: 'Check whether the landing pages of the platform in the first line of the evidence have the tracker. If it sells on its own pages, this is right.',
    second: 'Open a landing page with the click id in its address, and check it with POST /api/v1/tracking/verification.',
    fix: { operation: 'startTrackingVerification', params: {} },
  },
  direct_jump: {
    name: 'direct_jump',
    title: 'Sudden rise of direct visits',
    explain: ({ hits, cases, before }) => {
      if (cases === 0) return 'There was no visit in the last seven days.';
      const against =
        before && before.cases > 0 ? `, against ${shareText(before.hits, before.cases)} in the eight weeks before` : '';
      const few = cases < FEWEST_CASES ? ' Too few for a share.' : '';
      return `${shareText(hits, cases, 'visits of the last seven days')} came without a source${against}.${few}`;
    },
    next: 'Open the landing pages in the evidence from an ad: a redirect that drops the parameters, or links from an app, make visits direct.',
    second: 'Add utm parameters to links in apps, mails and PDF files, which send no referrer.',
    fix: null,
  },
  identity_backlog: {
    name: 'identity_backlog',
    title: 'Money of undecided merge proposals',
    explain: (measured) =>
      `${conversions(measured)} are of customers who may be the same person as another one, as an open merge proposal says.${then(measured, 'Until it is decided, their visits and purchases may be apart.')}`,
    next: 'Decide the proposals with the most money first: GET /api/v1/identity/merge-proposals.',
    second: 'Send external_id with every outcome, so that no more proposals are needed.',
    fix: { operation: 'listMergeProposals', params: { status: 'open' } },
  },
} as const satisfies Record<string, Omit<FindingKind, 'family'>>;

export type AttributionFinding = keyof typeof attributionKinds;

export const attributionKind = (name: AttributionFinding): FindingKind => ({ family: 'attribution', ...attributionKinds[name] });
