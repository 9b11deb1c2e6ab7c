// Events on their way: kept on the device until the service has said that it has them. A page that goes sends what it can, and what
// was not confirmed is sent again by the next one; the service knows an event by its id, so nothing counts twice.
import { page, randomId, safely } from './browser.ts';
import { forget, identify, keep, kept, QUEUE } from './memory.ts';
import { collectUrl, trackerSettings } from './settings.ts';

export interface Sent {
  event_id: string;
  event_type: string;
  client_time: number;
  [field: string]: unknown;
}

/** Without an answer for so long, the oldest go. */
const MAX = 500;
/** Browsers let pages that go send 64 KB, of letters of up to three bytes. */
const MAX_LETTERS = 15_000;
const LONGEST_PAUSE_MS = 60_000;

export const eventOf = (event_type: string, fields: object): Sent => ({
  event_id: randomId(),
  event_type,
  client_time: Date.now(),
  ...fields,
});

/** Events of this moment: written to the queue with the first read of waiting ones, as the page is busy now. */
let fresh: Sent[] = [];
function waiting(): Sent[] {
  let earlier: Sent[] = [];
  try {
    earlier = JSON.parse(kept[QUEUE] as string) || [];
  } catch {
    // Another script damaged the stored queue: its content is lost, later events are not.
  }
  return ([] as Sent[]).concat(earlier, fresh);
}
/** An empty queue leaves nothing behind: after a refusal nothing may be stored. */
function save(events: Sent[]): void {
  fresh = [];
  keep(QUEUE, events.length ? JSON.stringify(events.slice(-MAX)) : '');
}

export function enqueue(events: Sent[]): void {
  fresh.push(...events);
  // The next read may be a minute away, or never happen.
  if (pause || page.hidden) save(waiting());
  plan();
}

export function forgetAll(): void {
  fresh = [];
  forget();
}

let timer: ReturnType<typeof setTimeout> | 0 = 0;
let pause = 0;
let flying: string[] = [];

function plan(): void {
  if (timer) return;
  timer = setTimeout(
    safely(() => {
      timer = 0;
      flush();
    }),
    pause || 50,
  );
}

/** Sends what waits. A page that goes does not wait for what is under way. */
export function flush(isLeaving = false): void {
  const all = waiting();
  if (fresh.length) save(all);
  if (flying.length && !isLeaving) return;
  let letters = 0;
  const batch = all.filter((event) => {
    if (flying.includes(event.event_id)) return false;
    const isFirst = !letters;
    letters += JSON.stringify(event).length;
    return isFirst || letters < MAX_LETTERS;
  });
  if (!batch.length) return;
  const ids = batch.map(({ event_id }) => event_id);
  flying.push(...ids);
  post(batch, identify(), isLeaving, (isSettled) => {
    flying = flying.filter((id) => !ids.includes(id));
    if (isSettled) save(waiting().filter(({ event_id }) => !ids.includes(event_id)));
    pause = isSettled ? 0 : Math.min(pause * 2 || 1000, LONGEST_PAUSE_MS);
    plan();
  });
}

/** Refusals that another try would not change. */
const FINAL = /2..|4(0[013]|13|22)/;

/** Tells whether that is settled: taken, or refused for good. A plain text needs no leave from the service before it is sent. */
export function post(
  events: object[],
  anonymous_id: string | undefined,
  isLeaving: boolean,
  settled: (isSettled: boolean) => void,
): void {
  const body = JSON.stringify({ tracking_key: trackerSettings.key, anonymous_id, sent_at: Date.now(), events });
  // Events of a beacon are never confirmed; the next page sends them again, except a count, which no page stores.
  if (isLeaving && !('keepalive' in Request.prototype)) settled(navigator.sendBeacon(collectUrl, body) && !anonymous_id);
  else
    fetch(collectUrl, { method: 'POST', body, keepalive: body.length < 20_000 })
      .then(
        ({ status }) => FINAL.test(status as unknown as string),
        () => false,
      )
      .then(safely(settled));
}
