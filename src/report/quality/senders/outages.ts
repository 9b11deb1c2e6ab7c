// Outages: stretches in which a sender sent nothing, or next to nothing, though it usually does in these hours of the week. How rare such a stretch is
// follows from what was to be expected in it, so that a night of a small shop is no outage and six hours of its day are one. An outage that has
// ended stays one.

/** What a sender sent, by hours. The first entry is the hour before now, each next one is an hour earlier. */
export interface SenderHours {
  events: readonly number[];
  /** The local hour of the week, of each entry: hours with one number are compared. */
  hoursOfWeek: readonly number[];
  /** The part of the first hour that has passed. */
  elapsed: number;
}

/** Hours ago; `from` is the earlier end, and a length is never 0. `to` is 0 where it goes on. */
export interface Outage {
  from: number;
  to: number;
  events: number;
  /** Events that were to be expected. */
  usual: number;
  /** How many stretches as empty as this one chance alone would make in all hours that were compared. */
  chance: number;
}

const WEEK = 168;
const WEEKS = 8;
const FEWEST_WEEKS = 4;
/** Each event in a stretch speaks against it as much as so many that are missing. */
const PENALTY = 8;
/** Nothing, or next to nothing: a robot or a cached page may go on. */
export const MOST_LEFT = 0.1;
/** Chance makes so many of them in a period; above, a stretch is none. */
export const RARE = 0.02;
/** Hours on both sides of a stretch that say how much was sent at that time: that day, those days, two weeks. */
const BESIDE = [12, 36, 168];
const LONG = 100;

/** The mean of the same hour of the week over other weeks, up to eight on each side; null where they are too few. */
function usualOf({ events, hoursOfWeek, elapsed }: SenderHours, begun: number): (number | null)[] {
  const bySlot = new Map<number, number[]>();
  for (let hour = 0; hour <= begun; hour += 1) {
    const slot = hoursOfWeek[hour] ?? 0;
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), hour]);
  }
  return events.slice(0, begun + 1).map((_, hour) => {
    const others = (bySlot.get(hoursOfWeek[hour] ?? 0) ?? []).filter(
      (other) => other !== hour && Math.abs(other - hour) <= WEEKS * WEEK + 2,
    );
    if (others.length < FEWEST_WEEKS) return null;
    const part = hour === 0 ? elapsed : 1;
    return (part * others.reduce((sum, other) => sum + (events[other] ?? 0), 0)) / others.length;
  });
}

/** How much the counts of hours vary, against those of a process without memory: one visit is several events, and days differ. */
function dispersionOf(events: readonly number[], usual: readonly (number | null)[]): number {
  let [squares, sum] = [0, 0];
  for (const [hour, expected] of usual.entries()) {
    if (expected === null) continue;
    squares += ((events[hour] ?? 0) - expected) ** 2;
    sum += expected * (1 + 1 / WEEKS);
  }
  return sum > 0 ? Math.max(1, squares / sum) : 1;
}

interface Stretch {
  newest: number;
  oldest: number;
}

/** The stretch with the most missing, between two hours; undefined where nothing is missing. */
function emptiest(scores: readonly number[], { newest, oldest }: Stretch): (Stretch & { score: number }) | undefined {
  let best: (Stretch & { score: number }) | undefined;
  let [sum, start] = [0, newest];
  for (let hour = newest; hour <= oldest; hour += 1) {
    if (sum <= 0) [sum, start] = [0, hour];
    sum += scores[hour] ?? 0;
    if (sum > (best?.score ?? 0)) best = { newest: start, oldest: hour, score: sum };
  }
  return best;
}

/** Log of one over the chance of so few, of what varies so much. */
function surpriseOf(events: number, expected: number, dispersion: number): number {
  if (events >= expected) return 0;
  return (expected - events + (events === 0 ? 0 : events * Math.log(events / expected))) / dispersion;
}

class Search {
  readonly #hours: SenderHours;
  readonly #usual: readonly (number | null)[];
  readonly #dispersion: number;
  readonly #scores: readonly number[];
  /** Events that could begin a stretch. */
  readonly #chances: number;

  constructor(hours: SenderHours, period: number) {
    const begun = hours.events.findLastIndex((count) => count > 0);
    this.#hours = hours;
    this.#usual = usualOf(hours, begun);
    this.#dispersion = dispersionOf(hours.events, this.#usual);
    this.#scores = this.#usual.map((expected, hour) => (expected ?? 0) - PENALTY * (hours.events[hour] ?? 0));
    this.#chances = this.#sum(this.#usual, { newest: 0, oldest: period - 1 }) / this.#dispersion;
  }

  #sum(counts: readonly (number | null)[], { newest, oldest }: Stretch): number {
    let sum = 0;
    for (let hour = newest; hour <= oldest; hour += 1) sum += counts[hour] ?? 0;
    return sum;
  }

  /** What was sent beside the stretch, against what is usual there: a shop that sells less than before is not silent. */
  #levelBeside(stretch: Stretch): number {
    return Math.min(1, ...BESIDE.map((hours) => this.#levelWithin(stretch, hours)));
  }

  #levelWithin({ newest, oldest }: Stretch, hours: number): number {
    const sides = [
      { newest: Math.max(0, newest - hours), oldest: newest - 1 },
      { newest: oldest + 1, oldest: Math.min(oldest + hours, this.#usual.length - 1) },
    ];
    const sum = (counts: readonly (number | null)[]): number => sides.reduce((all, side) => all + this.#sum(counts, side), 0);
    const [sent, some] = [sum(this.#hours.events), 2 * this.#dispersion];
    // Few hours say little: it may have been as much as this.
    const more = hours < LONG ? Math.sqrt(some * sent) : 0;
    return (sent + more + some) / (sum(this.#usual) + some);
  }

  /** A night in which nothing is usual belongs to the stretch before it, until something comes. */
  #edges({ newest, oldest }: Stretch): Pick<Outage, 'from' | 'to'> {
    const { events: all } = this.#hours;
    let [from, to] = [oldest + 1, newest];
    while (to > 0 && all[to - 1] === 0) to -= 1;
    while (from < all.length && all[from] === 0) from += 1;
    return { from, to };
  }

  *outages(stretch: Stretch): Generator<Outage> {
    if (stretch.oldest < stretch.newest) return;
    const found = emptiest(this.#scores, stretch);
    if (!found) return;
    const usual = this.#sum(this.#usual, found) * this.#levelBeside(found);
    const events = this.#sum(this.#hours.events, found);
    const chance = this.#chances * Math.exp(-surpriseOf(events, usual, this.#dispersion));
    // Others are less empty, and may be rarer only where less is sent beside this one.
    if (found.score < this.#dispersion) return;
    if (events <= MOST_LEFT * usual && chance < RARE) yield { ...this.#edges(found), events, usual, chance };
    yield* this.outages({ newest: stretch.newest, oldest: found.newest - 1 });
    yield* this.outages({ newest: found.oldest + 1, oldest: stretch.oldest });
  }
}

/** The outages of the last hours, the newest first. @param period Hours that count; what is usual is known from those before, too. */
export function outagesOf(hours: SenderHours, period: number): Outage[] {
  const found = [...new Search(hours, period).outages({ newest: 0, oldest: period - 1 })];
  return found.sort((a, b) => a.to - b.to);
}
