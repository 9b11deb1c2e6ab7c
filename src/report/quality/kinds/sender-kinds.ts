// The words of the findings about what is counted twice or wrongly, and about what is in no figure: tests, refunds without a sale, refused outcomes, odd
// spend, tags, browsers and clocks.
import type { FindingKind, Measured } from '../findings.ts';
import { shareText } from '../rules.ts';

const purchases = ({ hits, cases }: Measured): string => shareText(hits, cases, 'purchases');
const numberOf = (count: number, name: string): string => `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;

export const senderKinds = {
  test_orders: {
    name: 'test_orders',
    title: 'Test orders that count as purchases',
    explain: (measured) =>
      `${purchases(measured)} look like tests${measured.hits === 0 ? '' : ', and count as revenue'}: by a mark of the sender, the reference, the address or the browser.`,
    next: 'Reverse the tests (POST /api/v1/payments/{payment_id}/refund), and send tests to a profile of their own from now on.',
    second: 'Have the sender leave out orders that its shop or payment provider marks as tests (test, livemode).',
    fix: null,
  },
  refund_without_sale: {
    name: 'refund_without_sale',
    title: 'Refunds whose sale is unknown',
    explain: ({ hits, cases }) =>
      cases === 0
        ? 'No refund was sent in these days.'
        : hits === 0
          ? `Each of ${numberOf(cases, 'refund')} names a sale that is known.`
          : `${hits.toLocaleString('en')} of ${numberOf(cases, 'refund')} name a sale that nobody sent, so revenue is not reduced by them.`,
    next: 'Send the sales that these refunds name (refund_of) under the same idempotency_key, from the sender in the first line of the evidence; the refund counts as soon as its sale is there.',
    second: 'If the sales are older than what you sent, import their statement; then nothing else is missing.',
    fix: null,
  },
  refund_without_effect: {
    name: 'refund_without_effect',
    title: 'Refunds that take nothing from their sale',
    explain: ({ hits, cases }) =>
      cases === 0
        ? 'No refund was sent in these days.'
        : hits === 0
          ? `Each of ${numberOf(cases, 'refund')} is in the currency of its sale and no more than that.`
          : `${hits.toLocaleString('en')} of ${numberOf(cases, 'refund')} are in another currency than their sale, or more than it was worth: that money is taken from no figure.`,
    next: 'Send the refund in the currency and up to the amount of its sale, under a new idempotency_key: the line of the evidence says which of the two is wrong.',
    second:
      'If the sale itself has the wrong currency or amount, reverse it in full and send it again under a new idempotency_key.',
    fix: null,
  },
  outcomes_refused: {
    name: 'outcomes_refused',
    title: 'Outcomes that were refused',
    explain: ({ hits }) =>
      hits === 0
        ? 'No outcome was refused for what it contained, or each was accepted later.'
        : `${numberOf(hits, 'outcome')} were refused and not accepted since, so they are in no figure. The lines say by which key and why.`,
    next: 'Read the reason in the first line of the evidence, which is also in the answer to each request. A used key: give each sale a key of its own, and repeat a request with the same body. A wrong amount: send decimal text such as "129.90" with its currency. Then send them again.',
    second:
      'If a used key is that of a sale that was sent again with other contents, nothing is missing: send each sale once, when it is final.',
    fix: null,
  },
  spend_outlier: {
    name: 'spend_outlier',
    title: 'Spend that does not fit what it bought',
    explain: ({ hits, cases }) =>
      cases === 0
        ? 'No account has reported spend yet.'
        : hits === 0
          ? `Clicks and views cost what they usually do at ${numberOf(cases, 'account')}, and no account is reported twice.`
          : `${hits.toLocaleString('en')} of ${numberOf(cases, 'account')} have days on which clicks or views cost three times what they usually do, or report the spend of another account to the cent.`,
    next: 'Compare the days in the first line of the evidence with the platform: its currency, its unit (cents), and whether the account comes from two senders under two ids. Report the right days again (POST /api/v1/spend); they replace these.',
    second: 'If the platform says the same, the price is right: judge the campaign, and leave the finding.',
    fix: { operation: 'syncConnection', params: { what: 'spend' } },
  },
  tag_installed_twice: {
    name: 'tag_installed_twice',
    title: 'Page views that are sent twice',
    explain: ({ hits, cases }) =>
      `${shareText(hits, cases, 'page views')} of the last two days come from the same browser and page as one within a second before${hits === 0 ? '' : ': page views are too many, and bounces too few'}.`,
    next: 'Search the pages of the host in the first line of the evidence for a second tag, mostly one in the template and one in the tag manager. Remove one of them.',
    second: 'If pages of an application send a view for each of its steps, send one with the final address.',
    fix: { operation: 'startTrackingVerification', params: {} },
  },
  browser_share: {
    name: 'browser_share',
    title: 'One browser with too many visits',
    explain: ({ hits, cases }) =>
      hits === 0
        ? 'No browser has a share of the visits that one person could not have.'
        : `${shareText(hits, cases, 'visits')} are of browsers of which one alone has more than a person's can: a fixed anonymous_id for everybody, a program, or a machine of your own.`,
    next: 'If many kinds of devices have it, send an anonymous_id per browser instead of one text for all. If it is yours or a monitor, mark its pages as internal (is_internal) or add it to the bots of the tracking settings.',
    second: 'Filter the address at your proxy, so that its requests do not reach the tag.',
    fix: null,
  },
  clock_shift: {
    name: 'clock_shift',
    title: 'Purchases on a shifted clock',
    explain: ({ hits, cases, evidence: [first] = [] }) =>
      hits === 0
        ? 'No sender sends its purchases at another hour than that of their visits.'
        : `${shareText(hits, cases, 'purchases')} are ${first?.note ?? 'on another hour than their visits'}: the sender's clock or time zone is off. They are on the wrong hour or day, and visits after them earn no credit.`,
    next: 'Send occurred_at with its offset (2026-03-01T10:00:00+01:00) or in UTC with a Z; a time without one is read as UTC.',
    second: 'Set the clock of the machine that sends (NTP). Files: import them again with their zone.',
    fix: null,
  },
} as const satisfies Record<string, Omit<FindingKind, 'family'>>;
