// The tracker: sends what a visitor's browser does on a site. It puts one name on the page, `tributary`, throws no error into it, and
// works under a strict policy: one script, no markup, no styles, no evaluation. bin/tracker.ts builds it.
// First, before the page or anything of ours checks the address.
import './link-token.ts';

import { takeDepth, takeSeconds, watch } from './attention.ts';
import { on, page, safely, view } from './browser.ts';
import { takeLinkToken } from './link-token.ts';
import { watchLinks } from './links.ts';
import { cookie, ID, identify, isKept, keep, kept, OUT, stayOut } from './memory.ts';
import { enqueue, eventOf, flush, forgetAll, post, type Sent } from './queue.ts';
import { trackerSettings } from './settings.ts';

type State = 'granted' | 'pending' | 'consent' | 'gpc' | 'opt_out';
type Api = ((name: string, ...args: unknown[]) => void) & Record<string, unknown>;

const MAX_HELD = 50;
const isGpc = (): unknown => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;

const stateNow = (): State =>
  isKept(OUT)
    ? 'opt_out'
    : trackerSettings.gpc && isGpc()
      ? 'gpc'
      : trackerSettings.consent && !isKept(ID)
        ? 'pending'
        : 'granted';
/** True if data may be stored and sent; otherwise the reason. */
let state: State;
/** Waits for the visitor's word, in this page's memory alone. */
const waiting: Sent[] = [];
let suppressed = 0;

/** The page in sight: a page of one script has many. */
let seen: { url: string; referrer?: string; page_title?: string } = { url: page.referrer };

function tell(event_type: string, fields: object): void {
  // Taken back in another tab, or since the browser's way back led here, it is taken back here.
  if (state === 'granted' && (isKept(OUT) || (trackerSettings.consent && !isKept(ID)))) {
    forgetAll();
    state = stateNow();
  }
  // A copy of the current values: later changes by the page are not sent, and a value that is no text takes no other with it.
  const event = JSON.parse(
    JSON.stringify(
      eventOf(event_type, {
        ...seen,
        svc_internal: kept['svc_internal'],
        engaged_seconds: takeSeconds(),
        svc_t: takeLinkToken(),
        ...fields,
      }),
    ),
  ) as Sent;
  if (state === 'granted') enqueue([event]);
  else if (state === 'pending' && waiting.length < MAX_HELD) waiting.push(event);
  else suppressed++;
}

/** What the visitor said of ads on this page. */
let ads: object | undefined;

/**
 * Ids of ad platforms' cookies: evidence of the click only while the click is in the address; as signals where the visitor said something.
 * The click is the fourth part of an fbc: Meta's builder of parameters puts a mark of itself behind it.
 */
function adIds(): object {
  const all = isGpc() ? '' : page.cookie;
  const [fbc, fbp, ttp, scid] = ['_fbc', '_fbp', '_ttp', '_scid'].map((name) => cookie(name, all));
  return {
    properties: ads && { fbp, fbc, ttp, scid, ...ads },
    click_ids: location.href.includes(`${fbc?.split('.')[3]}`) ? { fbc } : undefined,
  };
}

const addressNow = (): string => (trackerSettings.hash ? location.href : location.href.split('#')[0]) as string;
/** The address of the last view; undefined while a view is still to be sent. */
let address: string;

const withoutQuery = (url: string): string => url.replace(/\?[^#]*/, '');

function leave(): void {
  const scroll_percent = takeDepth();
  const engaged_seconds = takeSeconds();
  if (engaged_seconds >= 1) tell('engagement', { engaged_seconds, properties: { scroll_percent } });
}

function look(): void {
  if (addressNow() === address) return;
  // A mark of the device, by a link that the site's own people open once.
  location.href.replace(/svc_internal=(.)/, (_, mark: string) => keep('svc_internal', mark) as never);
  address = addressNow();
  seen = { url: location.href, referrer: seen.url, page_title: page.title };
  tell('page_view', adIds());
}

/** A number and a reason, without an id and without an address. */
function reportSuppressed(): void {
  suppressed += waiting.splice(0).length;
  const count = suppressed;
  suppressed = 0;
  if (count) {
    const reason = state === 'granted' || state === 'pending' ? 'consent' : state;
    post([eventOf('tracking_suppressed', { properties: { count, reason } })], undefined, true, (isSettled) => {
      if (!isSettled) suppressed += count;
    });
  }
}

function goes(): void {
  leave();
  if (state === 'granted') flush(true);
  if (state !== 'pending') reportSuppressed();
}

/** The page in sight, though its view may be sent a moment later. */
function say(event_type: string, fields: object): void {
  look();
  tell(event_type, fields);
}

function consent(value: unknown, words?: object): void {
  if (isKept(OUT)) return;
  ads = words;
  if (value === true || value === 'granted') {
    state = 'granted';
    identify();
    enqueue(waiting.splice(0));
    if (ads) say('consent', adIds());
  } else {
    state = 'consent';
    forgetAll();
    suppressed += waiting.splice(0).length;
  }
}

const methods: Record<string, (...args: never[]) => void> = {
  track: (name: string, properties?: object) => say(name, { properties }),
  identify: (user_traits: object) => say('identify', { user_traits }),
  consent,
  optOut(out: boolean = true) {
    if (out) consent(false);
    stayOut(out);
    if (out || state === 'opt_out') state = stateNow();
  },
};

function start(): void {
  const before = view['tributary' as never] as (Api & { q?: unknown[][] }) | undefined;
  if (before?.['track']) return;
  const api = ((name, ...args) => (api[name] as ((...all: unknown[]) => void) | undefined)?.(...args)) as Api;
  for (const name in methods) api[name] = (...args: never[]) => whenSeen(() => methods[name]?.(...args));
  (view as unknown as Record<string, unknown>)['tributary'] = api;
  whenSeen(begin);
  for (const call of before?.q || []) api(...(call as [string]));
}

/** Now; for a page that the browser prerenders, once it is shown. */
function whenSeen(run: () => void): void {
  if ((page as { prerendering?: boolean }).prerendering) on(page, 'prerenderingchange', run);
  else safely(run)();
}

function begin(): void {
  // Valid for this long after the last visit, as the id is.
  if (cookie(OUT)) stayOut(true);
  state = stateNow();
  watch();
  look();
  watchLinks(tell);
  const soon = safely(({ navigationType }: { type?: string; navigationType?: string }) => {
    const now = addressNow();
    if (now === address) return;
    // Pages rewrite their address or put a filter into it: it is still the page whose view was sent.
    if (/^replace/.test(navigationType as string) && withoutQuery(now) === withoutQuery(address)) {
      seen.url = address = now;
      return;
    }
    // While the page that was left still is there: how far down is known of what is shown.
    leave();
    address = '';
    setTimeout(safely(look), 50);
  });
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function (...args) {
      original.apply(this, args);
      soon({ navigationType: name });
    };
  }
  // Routers may bypass the two functions above; a browser with the navigation event reports every change.
  on((view as { navigation?: EventTarget }).navigation || view, 'currententrychange popstate hashchange', soon);
  on(view, 'online', () => flush());
  on<PageTransitionEvent>(view, 'pageshow', ({ persisted }) => {
    if (persisted) {
      address = '';
      look();
    }
  });
  on(page, 'visibilitychange', () => {
    if (page.hidden) goes();
  });
  on(view, 'pagehide', () => {
    goes();
    reportSuppressed();
  });
}

start();
