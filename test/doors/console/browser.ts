// A browser as a test needs it: asks for pages with the cookies it was given and follows nothing by itself.
import { createSignInLink, findPerson } from '../../../src/account/access/index.ts';
import type { Base } from '../../../src/base/base.ts';
import { signInPath } from '../../../src/doors/console/addresses.ts';
import type { TestApp } from '../../harness.ts';

export const OWNER = 'owner@shop.example';

export interface Page {
  status: number;
  text: string;
  headers: Headers;
}

export interface Browser {
  get(path: string, init?: RequestInit): Promise<Page>;
  post(path: string, fields: Record<string, string>): Promise<Page>;
  cookie: string;
}

export function browserOf(app: Pick<TestApp, 'baseUrl'>, cookie = ''): Browser {
  const ask = async (path: string, init: RequestInit): Promise<Page> => {
    const headers = { ...(browser.cookie === '' ? {} : { cookie: browser.cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(new URL(path, app.baseUrl), { redirect: 'manual', ...init, headers });
    const set = response.headers.get('set-cookie');
    if (set !== null) browser.cookie = set.split(';')[0] as string;
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const browser: Browser = {
    cookie,
    get: (path, init = {}) => ask(path, init),
    post: (path, fields) => ask(path, { method: 'POST', body: new URLSearchParams(fields) }),
  };
  return browser;
}

/** The path of a fresh link. */
export function linkFor(base: Base, email = OWNER): string {
  const person = findPerson(base, email);
  if (!person) throw new Error(`nobody is called ${email}`);
  return signInPath(createSignInLink(base, person.personId).token);
}

export async function signedIn(app: TestApp, email = OWNER): Promise<Browser> {
  const browser = browserOf(app);
  await browser.get(linkFor(app.base, email));
  return browser;
}
