// Senders that are silent now, and outages of the period, whether they go on or have ended: what was not sent is missing in figures either way.
import { profileClocks } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { localMs, type ZoneShifts } from '../../../base/kit/time/zone-shifts.ts';
import { statement } from '../../../base/warehouse/statements.ts';
import { ask } from '../../../credit/pipeline/index.ts';
import { type Evidence, evidenceOf, type FindingKind, findingOf } from '../findings.ts';
import type { Scope } from '../period.ts';
import { type Finding, type Status, thresholdOf, worstOf } from '../rules.ts';
import { HOURS_BEFORE, type PartRow } from '../scope-rows.ts';
import { chanceOfSoFew } from './arrivals.ts';
import { type FoundOutage, keepOutages } from './kept-outages.ts';
import { MOST_LEFT, outagesOf } from './outages.ts';

type Sender = PartRow<'senders'>;

const HOUR_MS = 3_600_000;
const [DAY, WEEK, WEEKS] = [24, 168, 8];
/** An outage that has ended is a problem if it took more of what the sender sends in the period. */
const MUCH = 0.1;
/** Other readings cover fewer days than what is kept. */
const KEPT_DAYS = 28;

interface SilentSender {
  sender: string;
  status: Status;
  now: number;
  usual: number;
}

const sumOf = (counts: readonly number[], from: number, hours: number): number =>
  counts.slice(from, from + hours).reduce((sum, each) => sum + each, 0);

/** Rare beyond doubt is a problem at once; unusual has to be so twice running. Whole hours count: the first one is not over. */
function silentNow({ sender, events: timely }: Hours): SilentSender {
  const threshold = thresholdOf('silence');
  const begun = timely.findLastIndex((events) => events > 0);
  const [today, yesterday] = [1, 1 + DAY].map((from) => {
    const starts = Array.from({ length: WEEKS }, (_, week) => from + (week + 1) * WEEK).filter((start) => begun >= start + DAY);
    const weeks = starts.map((start) => sumOf(timely, start, DAY));
    const now = sumOf(timely, from, DAY);
    const usual = weeks.reduce((sum, each) => sum + each, 0) / Math.max(1, weeks.length);
    return { now, usual, chance: chanceOfSoFew(now, weeks) };
  });
  const [chance, before] = [today?.chance ?? 1, yesterday?.chance ?? 1];
  const isTwice = chance < threshold.attention && before < threshold.attention;
  const status: Status = chance < threshold.problem ? 'problem' : isTwice ? 'attention' : 'ok';
  return { sender, status, now: today?.now ?? 0, usual: today?.usual ?? 0 };
}

interface SenderOutage extends FoundOutage {
  status: Status;
}

/** The hour of the week in local time, of each hour before now. */
function hoursOfWeekAt(clocks: ZoneShifts, hour: number, length: number): number[] {
  return Array.from({ length }, (_, ago) => Math.floor(localMs(clocks, hour - ago * HOUR_MS) / HOUR_MS) % WEEK);
}

function outagesOfSender(
  { sender, events }: Hours,
  { hoursOfWeek, elapsed, hour, period }: { hoursOfWeek: readonly number[]; elapsed: number; hour: number; period: number },
): SenderOutage[] {
  const sent = sumOf(events, 0, period);
  return outagesOf({ events, hoursOfWeek, elapsed }, period).map(({ from, to, events: came, usual, chance }) => {
    const isOver = to > 0;
    const isProblem = isOver ? usual > MUCH * (sent + usual) : chance < thresholdOf('silence').problem;
    return {
      sender,
      fromAt: hour + HOUR_MS - from * HOUR_MS,
      toAt: isOver ? hour + HOUR_MS - to * HOUR_MS : null,
      events: came,
      usual,
      status: isProblem ? ('problem' as const) : ('attention' as const),
    };
  });
}

const instantText = (ms: number): string => new Date(ms).toISOString().slice(0, -1);

/** Without those of which most has arrived later, by an import: figures lack nothing of them. */
async function withoutArrived(base: ReadBase, profileId: string, outages: readonly SenderOutage[]): Promise<SenderOutage[]> {
  if (outages.length === 0) return [];
  const spans = {
    senders: outages.map(({ sender }) => sender),
    from_times: outages.map(({ fromAt }) => instantText(fromAt)),
    to_times: outages.map(({ toAt }) => instantText(toAt ?? base.clock.now())),
  };
  const rows = await ask(base, profileId, statement('warehouse/report/quality/senders/late_events_list', spans));
  const late = new Map(rows.map(({ at, events }) => [at, events]));
  return outages.flatMap((outage, at) => {
    const events = outage.events + (late.get(at) ?? 0);
    return events > MOST_LEFT * outage.usual ? [] : [{ ...outage, events }];
  });
}

/** Hours of a sender by how long ago they are, those without events too. */
interface Hours {
  sender: string;
  events: number[];
}

function hoursOf({ sender, hours_ago, events }: Sender, length: number): Hours {
  const all = new Array<number>(length).fill(0);
  for (const [at, ago] of hours_ago.entries()) if (ago < length) all[ago] = events[at] ?? 0;
  return { sender, events: all };
}

export interface Silence {
  senders: number;
  silent: SilentSender[];
  outages: SenderOutage[];
}

/** Reads what arrived late only where a sender was silent, and stores the outages for reports. */
export async function readSilence(base: ReadBase, rows: readonly Sender[], { profileId, days }: Scope): Promise<Silence> {
  const clocks = profileClocks(base, profileId);
  const hour = Math.floor(base.clock.now() / HOUR_MS) * HOUR_MS;
  const [period, length] = [days * DAY, days * DAY + HOURS_BEFORE + 1];
  const elapsed = (base.clock.now() - hour) / HOUR_MS;
  const frame = { hoursOfWeek: hoursOfWeekAt(clocks, hour, length), elapsed, hour, period };
  const senders = rows.map((row) => hoursOf(row, length));
  const outages = await withoutArrived(
    base,
    profileId,
    senders.flatMap((sender) => outagesOfSender(sender, frame)),
  );
  if (days >= KEPT_DAYS) keepOutages(base, profileId, hour + HOUR_MS - period * HOUR_MS, outages);
  return { senders: senders.length, silent: senders.map(silentNow).filter(({ status }) => status !== 'ok'), outages };
}

/** `2026-03-24 10:00`, in the profile's zone. */
const localText = (clocks: ZoneShifts, ms: number): string =>
  new Date(localMs(clocks, ms)).toISOString().slice(0, 16).replace('T', ' ');

const hoursText = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`);

export function spanText(clocks: ZoneShifts, { fromAt, toAt }: Pick<FoundOutage, 'fromAt' | 'toAt'>): string {
  const from = localText(clocks, fromAt);
  if (toAt === null) return `since ${from}`;
  const to = localText(clocks, toAt);
  const until = to.slice(0, 10) === from.slice(0, 10) ? to.slice(11) : to;
  return `${from} to ${until}, ${hoursText(Math.round((toAt - fromAt) / HOUR_MS))}`;
}

const numberOf = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`;

function outageText(outages: readonly SenderOutage[], clocks: ZoneShifts): string[] {
  const [largest] = outages.toSorted((a, b) => b.usual - a.usual);
  if (!largest) return [];
  const { sender, events, usual, toAt } = largest;
  const over = outages.every((outage) => outage.toAt !== null) ? ', over by now' : '';
  const from = toAt === null ? '' : 'from ';
  const what = `${sender} sent ${events === 0 ? 'nothing' : 'next to nothing'} ${from}${spanText(clocks, largest)}`;
  return [
    `${numberOf(outages.length, 'outage')} in these days${over}: ${what}, where ${Math.round(usual).toLocaleString('en')} events are usual. Figures of these days lack them.`,
  ];
}

function explanationOf({ senders, silent, outages }: Silence, clocks: ZoneShifts): string {
  const all = numberOf(senders, 'sender');
  if (senders === 0) return 'No sender sends events as they happen, so there is none that could fall silent.';
  const less =
    silent.length === 0
      ? []
      : [`${silent.length} of ${all} sent much less in the last 24 hours than in the same hours of the weeks before.`];
  const texts = [...less, ...outageText(outages, clocks)];
  return texts.join(' ') || `Nothing unusual for the weekday and hour at ${all}, and no outage in these days.`;
}

const REMEDIES = {
  now: {
    next: 'Check the sender in the first line of the evidence: its key, its last release, its queue. Browsers: POST /api/v1/tracking/verification.',
    second: 'Check GET /api/v1/tracking/ops for events that were refused.',
    fix: { operation: 'startTrackingVerification', params: {} },
  },
  over: {
    next: 'What pages did not send is lost. Send what servers have of these hours under its idempotency keys (POST /api/v1/events), and compare other days: graphs and reports mark these.',
    second: 'If the sender was quiet for a reason (a holiday, a closed shop), nothing is missing.',
    fix: null,
  },
} satisfies Record<string, Pick<FindingKind, 'next' | 'second' | 'fix'>>;

const kindOf = (text: string, isOver: boolean): FindingKind => ({
  name: 'silence',
  title: 'Senders that fell silent',
  family: 'instrumentation',
  explain: () => text,
  ...REMEDIES[isOver ? 'over' : 'now'],
});

export function silenceFinding(base: ReadBase, silence: Silence, scope: Scope): Finding {
  const clocks = profileClocks(base, scope.profileId);
  const { senders, silent, outages } = silence;
  const evidence: Evidence[] = [
    ...silent.map(({ sender, now, usual }) =>
      evidenceOf(sender, { count: now, of: null, note: `usually ${Math.round(usual)} in these 24 hours` }),
    ),
    ...outages.map((outage) =>
      evidenceOf(outage.sender, {
        count: outage.events,
        of: null,
        note: `${spanText(clocks, outage)}: usually ${Math.round(outage.usual)}`,
      }),
    ),
  ];
  const hits = new Set([...silent, ...outages].map(({ sender }) => sender)).size;
  const isOver = silent.length === 0 && outages.every(({ toAt }) => toAt !== null);
  const status = worstOf([...silent, ...outages].map((each) => each.status));
  const kind = kindOf(explanationOf(silence, clocks), isOver);
  return findingOf(kind, { hits, cases: senders, money: null, evidence }, scope, { status });
}
