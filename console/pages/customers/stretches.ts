// A journey in stretches: what one visit did is one, and each outcome is one of its own. Stretches are grouped by local day.
import { todayIn } from '../../question/days.ts';
import { dayTitleIn } from '../../words/zoned.ts';

interface Step {
  event_type: string;
  event_time: string;
  url: string | null;
  channel: string | null;
  source: string | null;
  campaign: string | null;
}

export interface Stretch<Event extends Step> {
  first: Event;
  events: Event[];
  isVisit: boolean;
}

export interface JourneyDay<Event extends Step> {
  /** YYYY-MM-DD */
  day: string;
  title: string;
  stretches: Stretch<Event>[];
}

/** A visit ends after half an hour of silence. */
const SILENCE_MS = 30 * 60_000;

const isOfVisit = ({ url }: Step): boolean => url !== null;

function belongsTo<Event extends Step>({ first, events, isVisit }: Stretch<Event>, event: Event): boolean {
  const last = events.at(-1) ?? first;
  return (
    isVisit &&
    isOfVisit(event) &&
    Date.parse(event.event_time) - Date.parse(last.event_time) <= SILENCE_MS &&
    event.channel === first.channel &&
    event.source === first.source &&
    event.campaign === first.campaign
  );
}

/** `events` in ascending order of time. */
export function stretchesByDay<Event extends Step>(events: readonly Event[], timezone: string): JourneyDay<Event>[] {
  const days: JourneyDay<Event>[] = [];
  for (const event of events) {
    const day = todayIn(timezone, Date.parse(event.event_time));
    let today = days.at(-1);
    if (today?.day !== day) {
      today = { day, title: dayTitleIn(timezone, event.event_time), stretches: [] };
      days.push(today);
    }
    const stretch = today.stretches.at(-1);
    if (stretch && belongsTo(stretch, event)) stretch.events.push(event);
    else today.stretches.push({ first: event, events: [event], isVisit: isOfVisit(event) });
  }
  return days;
}
