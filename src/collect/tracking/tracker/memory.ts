// The tracker's data on the device: the browser's id, in a cookie and in local storage, each restored from the other; the queue;
// and that the visitor wants none of it. Where the browser keeps nothing, this page's memory does.
import { page, randomId } from './browser.ts';
import { trackerSettings } from './settings.ts';

export const ID = '_trb';
export const QUEUE = '_trb_q';
export const OUT = '_trb_out';
/** The day on which the id's cookie was set again. */
const DAY = '_trb_d';

/** Local storage, or this page's memory: to be read by name. */
export let kept: Record<string, string> = {};
try {
  kept = localStorage || kept;
} catch {
  // Shut off for this page.
}

/** Nothing is kept of what is empty. */
export function keep(name: string, value: string): void {
  try {
    if (value) kept[name] = value;
    else delete kept[name];
  } catch {
    // It is full: what is there continues to count on this page, and so does what no longer fits.
    kept = { ...kept, [name]: value };
  }
}

/** TRICKY: each read of the cookies, and each change, may wait for another process. */
export const cookie = (name: string, all = page.cookie): string | undefined => `; ${all}`.split(`; ${name}=`)[1]?.split(';')[0];

function setCookie(name: string, value: string, seconds: number, domain?: string): void {
  page.cookie = `${name}=${value};path=/;max-age=${seconds};samesite=lax${/^https/.test(location.protocol) ? ';secure' : ''}${domain ? `;domain=${domain}` : ''}`;
}

/**
 * In the widest domain that may hold a cookie: the browser knows where the public suffix ends, a list here would not. Where there is
 * none yet, it is tried with the cookie itself. Without a value it is removed.
 */
function setWidely(name: string, value: string, isThere: unknown): void {
  const seconds = value ? trackerSettings.days * 86_400 : 0;
  const labels = location.hostname.split('.');
  let domain = labels.pop();
  while (labels.length) {
    domain = `${labels.pop()}.${domain}`;
    const tried = isThere ? '_trb_t' : name;
    setCookie(tried, value || '1', seconds || 9, domain);
    if (cookie(tried)) {
      if (isThere) {
        setCookie(tried, '', 0, domain);
        setCookie(name, value, seconds, domain);
      }
      return;
    }
  }
  setCookie(name, value, seconds);
}

let id = '';

/** The browser's id, which is kept from now on. */
export function identify(): string {
  if (id) return id;
  const stored = cookie(ID);
  id = stored || kept[ID] || randomId();
  if (kept[ID] !== id) keep(ID, id);
  const today = Date().slice(0, 15);
  // Safari would keep it for a week only, in place of what the service said.
  if (!stored || (!trackerSettings.renewed && kept[DAY] !== today)) {
    setWidely(ID, id, stored);
    keep(DAY, today);
  }
  return id;
}

export const isKept = (name: typeof ID | typeof OUT): unknown => kept[name] || cookie(name);

/** Takes everything away again. */
export function forget(): void {
  id = '';
  for (const name of [ID, DAY, QUEUE]) keep(name, '');
  if (!cookie(ID)) return;
  setWidely(ID, '', true);
  // A storefront's pixel sets it for its one host.
  setCookie(ID, '', 0);
}

/** The one thing kept of who wants nothing kept: on this host, and in a cookie for the site's other ones. */
export function stayOut(out: boolean): void {
  const mark = out ? '1' : '';
  keep(OUT, mark);
  setWidely(OUT, mark, true);
}
