// What the tracker keeps on the device: the browser's id, in a cookie and in local storage, each restored from the other; the queue;
// and that the visitor wants none of it. Where the browser keeps nothing, this page's memory does.
import { page, randomId } from './browser.ts';
import { given } from './given.ts';

const ID = '_trb';
export const QUEUE = '_trb_q';
const OUT = '_trb_out';
/** The day on which the id's cookie was set anew. */
const DAY = '_trb_d';

const here: Record<string, string> = {};

export function read(name: string): string | null {
  try {
    return here[name] ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
    delete here[name];
  } catch {
    here[name] = value;
  }
}

export function drop(name: string): void {
  delete here[name];
  try {
    localStorage.removeItem(name);
  } catch {}
}

/** TRICKY: each look at the cookies, and each change, may wait for another process. */
export const cookie = (name: string, all = page.cookie): string | undefined =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(all)?.[1];

function setCookie(name: string, value: string, seconds: number, domain?: string): void {
  page.cookie = `${name}=${value};path=/;max-age=${seconds};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}${domain ? `;domain=${domain}` : ''}`;
}

/**
 * In the widest domain that may hold a cookie: the browser knows where the public suffix ends, a list here would not. Where there is
 * none yet, it is tried with the cookie itself.
 */
function setId(value: string, seconds: number, isThere: unknown): void {
  const labels = location.hostname.split('.');
  for (let from = labels.length - 2; from >= 0; from--) {
    const domain = labels.slice(from).join('.');
    const name = isThere ? '_trb_t' : ID;
    setCookie(name, value || '1', seconds || 9, domain);
    if (cookie(name)) {
      if (isThere) {
        setCookie(name, '', 0, domain);
        setCookie(ID, value, seconds, domain);
      }
      return;
    }
  }
  setCookie(ID, value, seconds);
}

let id: string | undefined;

/** The browser's id, which is kept from now on. */
export function identify(): string {
  if (id) return id;
  const held = cookie(ID);
  const kept = read(ID);
  id = held || kept || randomId();
  if (kept !== id) keep(ID, id);
  const today = `${Math.floor(Date.now() / 864e5)}`;
  // Safari would keep it for a week only, in place of what the service said.
  if (!held || (!given.renewed && read(DAY) !== today)) {
    setId(id, given.days * 86_400, held);
    keep(DAY, today);
  }
  return id;
}

export const isKnown = (): unknown => cookie(ID) || read(ID);

/** Takes everything away again. */
export function forget(): void {
  id = undefined;
  drop(ID);
  drop(DAY);
  drop(QUEUE);
  if (!cookie(ID)) return;
  setId('', 0, true);
  // A storefront's pixel sets it for its one host.
  setCookie(ID, '', 0);
}

export const isOut = (): unknown => read(OUT);

/** The one thing kept of who wants nothing kept. */
export const stayOut = (out: boolean): void => (out ? keep(OUT, '1') : drop(OUT));
