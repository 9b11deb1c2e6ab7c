// What the tracker keeps on the device: the browser's id, in a cookie and in local storage, each restored from the other; the queue;
// and that the visitor wants none of it. Where the browser keeps nothing, this page's memory does.
import { page, randomId } from './browser.ts';
import { given } from './given.ts';

const ID = '_trb';
export const QUEUE = '_trb_q';
const OUT = '_trb_out';

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

export const cookie = (name: string): string | undefined => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(page.cookie)?.[1];

function setCookie(name: string, value: string, seconds: number, domain?: string): void {
  page.cookie = `${name}=${value};path=/;max-age=${seconds};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}${domain ? `;domain=${domain}` : ''}`;
}

/** The widest domain that may hold a cookie: the browser knows where the public suffix ends, a list here would not. */
function cookieDomain(): string | undefined {
  const labels = location.hostname.split('.');
  for (let from = labels.length - 2; from >= 0; from--) {
    const domain = labels.slice(from).join('.');
    setCookie('_trb_t', '1', 9, domain);
    const taken = cookie('_trb_t');
    setCookie('_trb_t', '', 0, domain);
    if (taken) return domain;
  }
  return undefined;
}

let id: string | undefined;

/** The browser's id, which is kept from now on. */
export function identify(): string {
  if (id) return id;
  const held = cookie(ID);
  id = held || read(ID) || randomId();
  keep(ID, id);
  // Safari would keep it for a week only, in place of what the service said.
  if (!held || !given.renewed) setCookie(ID, id, given.days * 86_400, cookieDomain());
  return id;
}

export const isKnown = (): boolean => !!(cookie(ID) || read(ID));

/** Takes everything away again. */
export function forget(): void {
  id = undefined;
  drop(ID);
  drop(QUEUE);
  setCookie(ID, '', 0, cookieDomain());
}

export const isOut = (): boolean => !!read(OUT);

/** The one thing kept of who wants nothing kept. */
export const stayOut = (out: boolean): void => (out ? keep(OUT, '1') : drop(OUT));
