// MT940, the statement of banks before CAMT.053: `:61:` is a movement, `:86:` what it was for.
import type { RawRow } from './rows.ts';
import type { ByteSource } from './source.ts';

const COLUMNS = ['currency', 'side', 'booked', 'amount', 'type', 'reference', 'text', 'name'];

/** Value date, booking date, side (RC and RD undo), third letter of the currency, amount, type and reference. */
const MOVEMENT = /^(\d{2})(\d{2})(\d{2})(\d{2})?(\d{2})?(R?[CD])([A-Z])?(\d{1,15},\d{0,4})([NSF][A-Z0-9]{3})([^\n/]{0,16})/;

interface Movement {
  line: number;
  field: string;
}

/** Sub-fields of `:86:`: ?20 to ?29 are the purpose, ?32 and ?33 the name. */
function purposeOf(text: string): { text: string; name: string } {
  if (!/\?\d\d/.test(text)) return { text: text.replace(/\s+/g, ' ').trim(), name: '' };
  const parts = new Map(text.split('?').map((part) => [part.slice(0, 2), part.slice(2).replaceAll('\n', '')]));
  const joined = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, at) => parts.get(String(from + at)) ?? '')
      .join('')
      .trim();
  return { text: joined(20, 29), name: joined(32, 33) };
}

/**
 * A booking date names no year: it is the one that is nearest to the value date. What is booked on 31 December may count from January.
 * @param value As YYYY-MM-DD.
 * @param booked As MM-DD.
 */
function bookingDay(value: string, booked: string | undefined): string {
  if (booked === undefined) return value;
  const valueAt = Date.parse(value);
  const year = Number(value.slice(0, 4));
  const days = [year, year - 1, year + 1].map((each) => `${each}-${booked}`);
  const away = (day: string): number => Math.abs(Date.parse(day) - valueAt);
  return days.reduce((nearest, day) => (away(day) < away(nearest) ? day : nearest));
}

function rowOf({ line, field }: Movement, purpose: string, currency: string): RawRow {
  const [, year, month, day, bookedMonth, bookedDay, side, , amount, type, reference] = MOVEMENT.exec(field) ?? [];
  if (amount === undefined) return { line, problem: 'is no movement of MT940' };
  const booked = bookingDay(`20${year}-${month}-${day}`, bookedMonth === undefined ? undefined : `${bookedMonth}-${bookedDay}`);
  const { text, name } = purposeOf(purpose);
  const cells = [
    currency,
    side ?? '',
    booked,
    amount.replace(/,$/, ',0'),
    (type ?? '').slice(1),
    (reference ?? '').trim().replace(/^NONREF$/, ''),
    text,
    name,
  ];
  return { line, cells };
}

class Mt940Reader {
  #currency = '';
  #tag = '';
  #field = '';
  #line = 0;
  #fieldLine = 0;
  #movement: Movement | undefined;
  readonly rows: RawRow[] = [];

  take(text: string): void {
    this.#line += 1;
    const [, tag, rest] = /^:(\d{2}[A-Z]?):(.*)$/.exec(text) ?? [];
    if (tag === undefined) {
      if (text !== '-' && !text.startsWith('-}')) this.#field += `\n${text}`;
      return;
    }
    this.#finishField();
    [this.#tag, this.#field, this.#fieldLine] = [tag, rest ?? '', this.#line];
  }

  #finishField(): void {
    if (this.#tag === '60F' || this.#tag === '60M') this.#currency = this.#field.slice(7, 10);
    if (this.#tag === '61') {
      this.#finishMovement('');
      this.#movement = { line: this.#fieldLine, field: this.#field };
    }
    if (this.#tag === '86') this.#finishMovement(this.#field);
    if (/^62/.test(this.#tag)) this.#finishMovement('');
  }

  #finishMovement(purpose: string): void {
    if (this.#movement) this.rows.push(rowOf(this.#movement, purpose, this.#currency));
    this.#movement = undefined;
  }

  end(): void {
    this.#finishField();
    this.#finishMovement('');
  }
}

export async function* mt940Rows(text: ByteSource): AsyncGenerator<RawRow[]> {
  yield [{ line: 0, cells: COLUMNS }];
  const reader = new Mt940Reader();
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const piece of text.bytes()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) reader.take(line.replace(/\r$/, ''));
    yield reader.rows.splice(0);
  }
  reader.take(rest.replace(/\r$/, ''));
  reader.end();
  yield reader.rows.splice(0);
}
