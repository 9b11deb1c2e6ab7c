// From what the whole file proves to how it is read. What nothing proves is decided by the language of the headers, the product and the zone, in this
// order, and asked where these are silent.
import type { ImportContext, Question } from '../reading.ts';
import type { DecimalSign } from '../values/amounts.ts';
import { readCurrency } from '../values/currencies.ts';
import type { DateOrder } from '../values/instants.ts';
import type { AmountEvidence, DateEvidence } from './evidence.ts';
import { listOf, type Match, type Plan } from './plan.ts';

export interface FileEvidence {
  amounts: AmountEvidence;
  /** By key of the date's column. */
  dates: ReadonlyMap<string, DateEvidence>;
  /** Zones beside dates, as the rows name them. */
  zones: ReadonlySet<string>;
  /** Dates of any column whose parts show which is the day: a program writes all dates of a file in one order. */
  written: Readonly<Record<DateOrder, number>>;
  /** Some row has a cell that is named like a sum. */
  hasSumNames: boolean;
}

const AMERICAN =
  /^America\/(?!Argentina|Sao_Paulo|Santiago|Bogota|Lima|Mexico_City|Monterrey|Montevideo|Caracas|La_Paz)|^US\/|^Pacific\/Honolulu$|^(?:P|M|C|E|AK|H)[SD]T$|\(U\.?S\.? & Canada\)/;
const EUROPEAN = /^(?:Europe|Australia|Africa|Asia|Pacific)\/|^(?:CES?T|BST|GMT|WES?T|EES?T|AE[SD]T|NZ[SD]T)$/;

const isDecimal = (text: string | undefined): text is DecimalSign => text === '.' || text === ',';
const isOrder = (text: string | undefined): text is DateOrder => text === 'dmy' || text === 'mdy' || text === 'ymd';

/** Languages that write 1,234.56. */
const POINT_LANGUAGES = ['en', 'ja', 'ko', 'zh', 'th', 'he'];

function decimalOf(match: Match, { amounts }: FileEvidence, context: ImportContext, questions: Question[]): DecimalSign {
  const reply = context.replies?.['decimal_sign'];
  if (isDecimal(reply)) return reply;
  const { votes, undecided } = amounts;
  const usual: DecimalSign = match.language === undefined || POINT_LANGUAGES.includes(match.language) ? '.' : ',';
  if (votes['.'] > 0 && votes[','] > 0) {
    questions.push({
      ask: 'decimal_sign',
      words: `Some amounts have a decimal point (${votes['.']}) and others a decimal comma (${votes[',']}): which is the decimal sign?`,
      choices: ['.', ','],
    });
    return usual;
  }
  if (votes['.'] !== votes[',']) return votes['.'] > 0 ? '.' : ',';
  // 1,234 alone is grouped; 1.234 alone is, where the language writes so.
  if (undecided['.'] > 0 && undecided[','] === 0 && usual === '.') {
    questions.push({
      ask: 'decimal_sign',
      words: 'All amounts are of the form 1.234: is that one thousand two hundred thirty-four, or one and 234 thousandths?',
      choices: ['.', ','],
    });
    return usual;
  }
  if (undecided[','] > 0 && undecided['.'] === 0) return '.';
  return undecided['.'] > 0 && undecided[','] === 0 ? (usual === ',' ? ',' : '.') : usual;
}

function orderOf(
  key: string,
  dates: DateEvidence,
  match: Match,
  file: FileEvidence,
  context: ImportContext,
): DateOrder | undefined {
  const { votes, ambiguous, wrongSeason } = dates;
  if (votes.dmy > 0 && votes.mdy > 0) return undefined;
  if (votes.dmy > 0) return 'dmy';
  if (votes.mdy > 0) return 'mdy';
  if (ambiguous === 0) return votes.ymd > 0 ? 'ymd' : 'dmy';
  const reply = context.replies?.['date_order'];
  if (isOrder(reply)) return reply;
  // A column that proves its order proves it for the file.
  for (const [other, { votes: theirs }] of file.dates) {
    if (other === key || (theirs.dmy > 0 && theirs.mdy > 0)) continue;
    if (theirs.dmy > 0) return 'dmy';
    if (theirs.mdy > 0) return 'mdy';
  }
  const usual = match.layout.time?.order;
  if (usual !== undefined && usual !== 'account') return dates.isDoubtful(usual) ? undefined : usual;
  if (wrongSeason.dmy > 0 !== wrongSeason.mdy > 0) return wrongSeason.dmy > 0 ? 'mdy' : 'dmy';
  if (file.written.dmy > 0 !== file.written.mdy > 0) return file.written.dmy > 0 ? 'dmy' : 'mdy';
  if (match.language !== undefined && match.language !== 'en') return match.language === 'ja' ? 'ymd' : 'dmy';
  // A tool that writes as its account's country does names the zone in its rows; that of the profile says nothing of who wrote the file.
  const zones = usual === 'account' ? [...file.zones] : [];
  if (zones.length === 0) return undefined;
  const ofZones = zones.every((zone) => AMERICAN.test(zone))
    ? 'mdy'
    : zones.every((zone) => EUROPEAN.test(zone))
      ? 'dmy'
      : undefined;
  return ofZones === undefined || dates.isDoubtful(ofZones) ? undefined : ofZones;
}

function ordersOf(match: Match, file: FileEvidence, context: ImportContext, questions: Question[]): Map<string, DateOrder> {
  const orders = new Map<string, DateOrder>();
  for (const [key, dates] of file.dates) {
    const order = orderOf(key, dates, match, file, context);
    orders.set(key, order ?? 'dmy');
    if (order !== undefined) continue;
    const header = JSON.stringify(match.columns.get(key)?.header ?? key);
    const { dmy, mdy } = dates.votes;
    questions.push({
      ask: 'date_order',
      words:
        dmy > 0 && mdy > 0
          ? `Some dates of ${header} have the day first (${dmy}) and others the month (${mdy}): which is right?`
          : `Dates of ${header} such as 04/05/2026 may be 4 May or April 5: which comes first, the day or the month?`,
      choices: ['dmy', 'mdy'],
    });
  }
  return orders;
}

/** Currencies that are written with a bare sign: $ or kr. */
const SHARED_SIGN =
  /^(?:USD|CAD|AUD|NZD|HKD|SGD|TWD|MXN|ARS|CLP|COP|UYU|DOP|SEK|NOK|DKK|ISK|BBD|BSD|BZD|FJD|JMD|NAD|TTD|XCD|LRD|GYD|SRD|KYD|BMD|BND|SBD)$/;

/** A dollar sign in the file of a shop that counts in euros is no euro. */
function currencyOf(
  match: Match,
  { amounts }: FileEvidence,
  context: ImportContext,
  usual: string,
  questions: Question[],
): string {
  const reply = context.replies?.['currency'];
  const { from, dollar } = match.layout.currency ?? {};
  const isNamed =
    listOf(from).some((key) => match.columns.has(key)) ||
    [...match.columns.values()].some((column) => column.currency !== undefined);
  if (isNamed || amounts.withSharedSign === 0 || SHARED_SIGN.test(usual)) return usual;
  if (dollar !== undefined) return dollar;
  if (reply !== undefined && readCurrency(reply) !== undefined) return readCurrency(reply) ?? usual;
  questions.push({
    ask: 'currency',
    words: `Amounts have a sign that several currencies share, such as $, and the shop counts in ${usual}: which currency is it?`,
  });
  return usual;
}

/** Minor units are asked about where an export writes whole numbers alone. */
function unitOf({ layout }: Match, { amounts }: FileEvidence, context: ImportContext, questions: Question[]): Plan['unit'] {
  const isSheet = layout.isMapping === true && layout.reads === 'payments';
  if (layout.unit === 'major' || (layout.unit === undefined && !isSheet)) return layout.unit;
  if (layout.unit === 'minor') return 'minor';
  const reply = context.replies?.['amount_unit'];
  if (reply === 'minor' || reply === 'major') return reply;
  if (isSheet ? !amounts.mayBeMinor : amounts.withDecimals > 0) return 'major';
  questions.push({
    ask: 'amount_unit',
    words:
      'No amount of the file has decimals. Are amounts in the smallest unit (1250 is 12.50), or in whole units (1250 is 1,250)?',
    choices: ['minor', 'major'],
  });
  return undefined;
}

/** @param questions Receives what nobody may guess. */
export function makePlan(
  match: Match,
  file: FileEvidence,
  context: ImportContext,
  currency: string,
  questions: Question[],
): Plan {
  return {
    ...match,
    hasSumNames: file.hasSumNames,
    decimal: decimalOf(match, file, context, questions),
    orders: ordersOf(match, file, context, questions),
    zone: context.isZoneChosen ? context.zone : (match.layout.time?.zone ?? context.zone),
    currency: currencyOf(match, file, context, currency, questions),
    unit: unitOf(match, file, context, questions),
  };
}
