// In which order a statement writes day and month: as its dates prove it, otherwise as its clock contradicts the other order, otherwise by the
// habit of the place where it comes from.
import { type DateOrder, type DecimalSign, isWrongSeason, orderEvidence, readInstant } from '../../imports/pure.ts';
import { NUMBER_MARK } from './marks.ts';

export const SPANISH_OR_PORTUGUESE =
  /\b(fecha|monto|importe|estado|moneda|divisa|correo|cliente|nombre|pago|venta|data|valor|moeda|situacao|transacao|pagamento|preco|nome|telefone)\b/;

/** Zones of the United States, by their names and by their letters. */
const AMERICAN = /^America\/(?!Argentina|Sao_Paulo|Santiago|Bogota|Lima|Mexico_City)|^US\/|^(?:P|M|C|E|AK|H)[SD]T$/;

/** A row's date as the file writes it: its own column, that of its time, and that of its zone. */
export interface WrittenDate {
  date: string;
  time: string;
  zone: string;
}

interface Writing {
  decimal: DecimalSign;
  headers: readonly string[];
  /** The order of rows that show none. */
  zone: string;
  /** Microseconds since 1970: what is dated later has not happened. */
  until: number;
}

/** Does a row say under this order what cannot be: a day to come, or summer time in winter? */
function isContradiction({ date, time, zone }: WrittenDate, order: DateOrder, { zone: usual, until }: Writing): boolean {
  const text = [date, time, zone.includes('/') ? '' : zone].filter((part) => part !== '').join(' ');
  const read = readInstant(text, order, zone.includes('/') ? zone : usual);
  return read.at !== undefined && (read.at > until || isWrongSeason(text, read.at));
}

/**
 * The order that dates prove. Where no day is above twelve: the one of two that no row contradicts. Else day first, unless the amounts and
 * the clock are those of the United States.
 */
export function dateOrderOf(rows: readonly WrittenDate[], writing: Writing): { order: DateOrder; isFound: boolean } {
  const votes = { ymd: 0, dmy: 0, mdy: 0 };
  for (const { date } of rows) {
    const order = orderEvidence(date);
    if (order) votes[order] += 1;
  }
  // A leading year fixes the order; other dates are distinguished from one another.
  if (votes.dmy !== votes.mdy) return { order: votes.dmy > votes.mdy ? 'dmy' : 'mdy', isFound: true };
  if (votes.ymd > 0 && votes.dmy === 0) return { order: 'ymd', isFound: true };
  const readable = rows.filter(({ date }) => !date.startsWith(NUMBER_MARK));
  const isContradicted = (order: DateOrder): boolean => readable.some((row) => isContradiction(row, order, writing));
  const [dayFirst, monthFirst] = [isContradicted('dmy'), isContradicted('mdy')];
  if (dayFirst !== monthFirst) return { order: dayFirst ? 'mdy' : 'dmy', isFound: true };
  const isSouthern = SPANISH_OR_PORTUGUESE.test(writing.headers.join(' ').toLowerCase());
  const named = rows.flatMap(({ zone }) => (zone === '' ? [] : [zone]));
  const zones = named.length > 0 ? named : [writing.zone];
  const isAmerican = writing.decimal === '.' && !isSouthern && zones.every((zone) => AMERICAN.test(zone));
  return { order: isAmerican ? 'mdy' : 'dmy', isFound: false };
}
