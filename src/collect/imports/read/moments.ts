// The time of a row: from one column or from a date, a time and a zone apart. The zone is that of the cell, of the zone's column, of the header, of the
// layout, and else of the reading. A day without a time stays a day.
import { dayAt, shiftsOfZone } from '../../../base/kit/time/zone-shifts.ts';
import type { TimeOf } from '../layout/shape.ts';
import type { Plan } from '../plan/plan.ts';
import type { Moment } from '../reading.ts';
import { readInstant, zoneOf } from '../values/instants.ts';
import { zoneOfName } from '../values/zones.ts';
import { type RowView, UnreadableCell } from './row-view.ts';

const partsOf = (time: TimeOf): { date: string; time?: string | undefined; zone?: string | undefined } =>
  typeof time === 'string' ? { date: time } : time;

/** Letters that mean another zone in some places: where the account is in one of them, its own clock is meant. */
const SHARED_LETTERS: Readonly<Record<string, readonly string[]>> = {
  IST: ['Europe/Dublin', 'Asia/Jerusalem', 'Asia/Tel_Aviv'],
  CST: ['Asia/Shanghai', 'Asia/Taipei', 'Asia/Macau', 'America/Havana'],
  BST: ['Asia/Dhaka'],
};

/** A time without letters that mean the usual zone. */
function withoutSharedLetters(text: string, zone: string): string {
  const [, before, letters = ''] = /^(.*\d)\s+\(?([A-Z]{3})\)?$/.exec(text) ?? [];
  return before !== undefined && SHARED_LETTERS[letters]?.includes(zone) ? before : text;
}

type Reads = Pick<Plan, 'columns' | 'orders' | 'zone' | 'unzoned'>;

function zoneFor(text: string, usual: string, header: string): { zone: string; suffix: string } {
  if (text === '') return { zone: usual, suffix: '' };
  const named = zoneOfName(text);
  if (named !== undefined) return { zone: named, suffix: '' };
  if (zoneOf(text) !== undefined) return { zone: usual, suffix: ` ${text}` };
  throw new UnreadableCell(`The zone ${JSON.stringify(text.slice(0, 60))} in ${JSON.stringify(header)} is no known time zone.`);
}

/** The moment of one time; undefined where its column is blank. @throws UnreadableCell */
export function momentOf(view: RowView, time: TimeOf, plan: Reads): Moment | undefined {
  const parts = partsOf(time);
  const date = view.text(parts.date);
  if (date === '') return undefined;
  const clock = parts.time === undefined ? '' : view.text(parts.time);
  const ofHeader = plan.columns.get(parts.date)?.zone ?? (parts.time && plan.columns.get(parts.time)?.zone);
  const usual = ofHeader ?? plan.zone;
  const zoneText = parts.zone === undefined ? '' : view.text(parts.zone);
  const { zone, suffix } = zoneFor(zoneText, usual, view.header(parts.zone ?? ''));
  const text = withoutSharedLetters(`${date}${clock === '' ? '' : ` ${clock}${suffix}`}`, zone);
  const read = readInstant(text, plan.orders.get(parts.date) ?? 'dmy', zone);
  if (read.refused !== undefined)
    throw new UnreadableCell(
      `The date ${JSON.stringify(`${date} ${clock}`.trim().slice(0, 60))} in ${JSON.stringify(view.header(parts.date))} ${read.refused}.`,
    );
  if (plan.unzoned && !read.isZoned && zoneText === '' && !ofHeader) plan.unzoned.times += 1;
  return read.isDayOnly ? { day: dayAt(shiftsOfZone(zone), read.at / 1000) } : { at: read.at };
}

/** The first time that is filled and can be read. @throws UnreadableCell where none that is filled can. */
export function firstMoment(view: RowView, times: TimeOf | readonly TimeOf[] | undefined, plan: Reads): Moment | undefined {
  let fault: unknown;
  for (const time of times === undefined ? [] : Array.isArray(times) ? (times as TimeOf[]) : [times as TimeOf]) {
    try {
      const moment = momentOf(view, time, plan);
      if (moment) return moment;
    } catch (error) {
      fault ??= error;
    }
  }
  if (fault !== undefined) throw fault;
  return undefined;
}

/** The calendar day of a column, whatever the hour and zone of its value. */
export function dayOf(view: RowView, key: string, plan: Reads): string | undefined {
  const text = view.text(key);
  if (text === '') return undefined;
  const read = readInstant(
    text.replace(/(?<=:\d\d(?:\.\d+)?)\s*(?:Z|[+-]\d\d:?\d\d)$|\s*UTC$/, ''),
    plan.orders.get(key) ?? 'dmy',
    'UTC',
  );
  if (read.refused !== undefined)
    throw new UnreadableCell(
      `The date ${JSON.stringify(text.slice(0, 60))} in ${JSON.stringify(view.header(key))} ${read.refused}.`,
    );
  return new Date(read.at / 1000).toISOString().slice(0, 10);
}
