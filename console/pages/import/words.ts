// What the page calls kinds of files, states of an import, fields, questions with their answers, and reasons for which rows are left out.
import type { Import, Kind, SheetRow } from './types.ts';

/** @returns the word of the list, or the name itself with blanks: a newer service may know more. */
const wordOf = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? name.replaceAll('_', ' ');

export const KINDS: Record<Kind, string> = {
  payments: 'Payments and orders',
  spend: 'Ad spend',
  events: 'Events',
  deals: 'Deals',
  customers: 'Customers',
  aggregates: 'Sums of another tool',
};
export const kindWord = (kind: string): string => wordOf({ ...KINDS, receipts: 'Receipts of a bank' }, kind);

export const MEASURES: Record<SheetRow['measure'], string> = {
  visits: 'Visits',
  pageviews: 'Page views',
  purchases: 'Purchases',
  revenue: 'Revenue',
};
const TOOLS: Readonly<Record<string, string>> = {
  ga4: 'Google Analytics 4',
  ga4_events: 'Google Analytics 4, by its events',
  plausible: 'Plausible',
  matomo: 'Matomo',
  matomo_events: 'Matomo, by its visits',
  posthog_events: 'PostHog, by its events',
  snowplow_events: 'Snowplow, by its events',
  umami_events: 'Umami, by its events',
  segment_events: 'Segment, by its calls',
};
export const sourceWord = (source: string): string => wordOf(TOOLS, source);

export const STATES: Record<Import['status'], string> = {
  asks: 'Has a question',
  refused: 'Cannot be imported',
  ready: 'Ready to import',
  running: 'Being imported',
  completed: 'Imported',
  undone: 'Undone',
  failed: 'Stopped',
};

/** One of each, and several. */
const COUNTS: Readonly<Record<string, [string, string]>> = {
  sale: ['sale', 'sales'],
  refund: ['refund', 'refunds'],
  reversal: ['dispute or reversal', 'disputes and reversals'],
  won_back: ['reversal won back', 'reversals won back'],
  receipt: ['receipt', 'receipts'],
  deal: ['deal', 'deals'],
  spend: ['row of spend', 'rows of spend'],
  event: ['event', 'events'],
  outcome: ['conversion', 'conversions'],
  identify: ['sign-in of a visitor', 'sign-ins of visitors'],
  alias: ['join of two visitors', 'joins of visitors'],
  customer: ['customer', 'customers'],
  aggregate: ['daily sum', 'daily sums'],
};
export const countWords = (name: string): [string, string] => COUNTS[name] ?? [wordOf({}, name), wordOf({}, name)];

const FIELDS: Readonly<Record<string, string>> = {
  amount: 'Amount',
  currency: 'Currency',
  status: 'State (paid, open, failed)',
  reference: 'Number of the order or payment',
  time: 'Date and time',
  refunded: 'Refunded amount',
  type: 'Type (sale or refund)',
  of: 'Number of the refunded sale',
  invoice: 'Number of the invoice',
  text: 'Text',
  email: 'E-mail address',
  phone: 'Phone number',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  external_id: 'Your own id of the customer',
  national_id: 'National id',
  day: 'Day',
  spend: 'Spend',
  account: 'Ad account',
  campaign: 'Campaign',
  campaign_id: 'Campaign id',
  adset: 'Ad set',
  adset_id: 'Ad set id',
  ad: 'Ad',
  ad_id: 'Ad id',
  impressions: 'Impressions',
  clicks: 'Clicks',
  stage: 'Stage (won, lost, open)',
  close_day: 'Day of closing',
  contact: 'Contact',
};
export const fieldWord = (field: string): string => wordOf(FIELDS, field);
/** Without what it may say. */
export const bareWord = (field: string): string => fieldWord(field).replace(/ \(.*\)$/, '');

/** What follows from a field that the file does not have. @param currency Of amounts without one. */
export function withoutWord(field: string, currency: string): string {
  if (field === 'currency') return `every amount is then in ${currency}`;
  if (field === 'status') return 'every row is then paid';
  if (field === 'reference') return 'a row is known again by its content';
  return field === 'close_day' ? 'deals have no day of their own' : 'it stays empty';
}

const ASKS: Readonly<Record<string, string>> = {
  date_order: 'Order in dates',
  decimal_sign: 'Decimal sign',
  amount_unit: 'Unit of amounts',
  amount_scale: 'Thousands or units',
  currency: 'Currency',
  status: 'Unknown states',
  type: 'Unknown types of rows',
  amount: 'Sales without a known amount',
  negative: 'Negative amounts',
  column_status: 'Column of the state',
  column_type: 'Column of the type',
  column_refunded: 'Column of refunded amounts',
  encoding: 'Encoding of letters',
  on_conflict: 'Days that came before',
  platform: 'Ad platform',
  account: 'Ad account',
};
export const askWord = (ask: string): string => wordOf(ASKS, ask.replace(/^column_/, 'column of '));

/** What a word of a file may mean, for states of payments, stages of deals and types of rows. */
export const MEANINGS_OF_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: {
    paid: 'Paid',
    pending: 'Not paid yet',
    cancelled: 'Cancelled',
    failed: 'Failed',
    refunded: 'Paid and refunded',
    leave_out: 'Leave out',
  },
  stage: { won: 'Won', lost: 'Lost', open: 'Open', leave_out: 'Leave out' },
  type: { sale: 'Sale', refund: 'Refund', leave_out: 'Leave out' },
};

const LEAVE_OUT = { leave_out: 'Leave these rows out' };
const ANSWERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  date_order: { dmy: 'The day: 04/05 is 4 May', mdy: 'The month: 04/05 is April 5', ymd: 'The year' },
  decimal_sign: { '.': 'The point: 1.234 is one and a bit', ',': 'The comma: 1.234 is over a thousand' },
  amount_scale: { thousands: 'In thousands: 1.5 is 1,500', millions: 'In millions: 1.5 is 1,500,000', units: 'No, as they are' },
  amount_unit: { minor: 'Smallest unit: 1250 is 12.50', major: 'Whole unit: 1250 is 1,250' },
  on_conflict: {
    add: 'More of these days: add it to what is there',
    replace: 'All of these days: take the place of what is there',
    same: 'The same again: what is there stays',
  },
  status: LEAVE_OUT,
  type: LEAVE_OUT,
  amount: LEAVE_OUT,
  negative: { refund: 'Yes: refunds of the sales of the same number', ...LEAVE_OUT },
  encoding: {
    'windows-1252': 'Windows-1252 (Western European)',
    'windows-1250': 'Windows-1250 (Central European)',
    'windows-1254': 'Windows-1254 (Turkish)',
    'windows-1251': 'Windows-1251 (Cyrillic)',
    'windows-1253': 'Windows-1253 (Greek)',
    macintosh: 'Mac OS Roman',
    shift_jis: 'Shift_JIS (Japanese)',
    'euc-jp': 'EUC-JP (Japanese)',
    gbk: 'GBK (Chinese)',
    big5: 'Big5 (Chinese)',
    'euc-kr': 'EUC-KR (Korean)',
  },
};
/** A header is shown as it is. */
export function answerWord(ask: string, answer: string): string {
  if (ask.startsWith('column_')) return answer === 'none' ? 'No: the file has no such column' : answer;
  return wordOf(ANSWERS[ask] ?? {}, answer);
}
/** The answers to a question; undefined where any text may be one. What rows say that nobody knows is listed with it, and is no answer. */
export function answersTo(ask: string, choices: readonly string[]): readonly string[] | undefined {
  const usual = ANSWERS[ask];
  if (usual === LEAVE_OUT) return Object.keys(LEAVE_OUT);
  return choices.length > 0 ? choices : usual && Object.keys(usual);
}

const REASONS: Readonly<Record<string, string>> = {
  pending: 'Not paid yet',
  failed: 'Payment failed',
  cancelled: 'Cancelled',
  void: 'Voided',
  authorization: 'Authorised, not paid yet',
  test: 'Test',
  zero: 'Amount of zero',
  memo: 'Note without money',
  hold: 'Money blocked inside the account',
  release: 'Blocked money released inside the account',
  funding: 'Money put into the account',
  conversion: 'Exchange between currencies',
  withdrawal: 'Withdrawal to a bank',
  payout: 'Payout to a bank',
  provider_payout: 'Payout of a payment provider',
  transfer: 'Transfer between own accounts',
  fee: 'Fee',
  tax: 'Tax',
  adjustment: 'Adjustment',
  reimbursement: 'Reimbursement',
  bonus: 'Bonus',
  outgoing: 'Money paid out',
  returned_debit: 'Returned direct debit',
  order_line: 'Further line of an order that counts once',
  total_row: 'Line of a total',
  balance_row: 'Line of a balance',
  duplicate_id: 'Id that came before in the file',
  duplicate_transaction: 'Transaction that came before in the file',
  abandoned_cart: 'Cart that was not bought',
  autocapture: 'Automatically recorded event',
  engagement: 'Event without a visit',
  ping: 'Heartbeat of a page',
  group: 'Group of users',
  no_visitor: 'No visitor named',
  unknown_type: 'Type of row that is not known',
  unknown_status: 'State that is not known',
  unknown_amount: 'Amount that is not known',
  unreadable: 'Cannot be read',
  deal_open: 'Deal that is still open',
  deal_lost: 'Deal that was lost',
  hour: 'Sum of an hour',
  part_of_day: 'Part of a day, as of a source or a page',
};
export const reasonWord = (reason: string): string => wordOf(REASONS, reason);

export const PHASES: Record<NonNullable<Import['progress']>['phase'], string> = {
  check: 'The file is read once more',
  import: 'Rows are written',
};
