// A browser as a test needs it: asks for pages with the cookies it was given and follows nothing by itself.
import type supertest from 'supertest';
import { createSignInLink, findPerson } from '../../../src/account/people/index.ts';
import type { Base } from '../../../src/base/base.ts';
import { signInPath } from '../../../src/doors/http/addresses.ts';
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
  /** Opens the page and sends its form with action `action` (the page's own path when left out), hidden fields and all. */
  submit(path: string, fields: Record<string, string>, action?: string): Promise<Page>;
  cookie: string;
}

/** @param sent Headers of every request. */
export function browserOf(app: Pick<TestApp, 'baseUrl'>, cookie = '', sent: Record<string, string> = {}): Browser {
  const ask = async (path: string, init: RequestInit): Promise<Page> => {
    const headers = {
      ...sent,
      ...(browser.cookie === '' ? {} : { cookie: browser.cookie }),
      ...(init.headers as Record<string, string>),
    };
    const response = await fetch(new URL(path, app.baseUrl), { redirect: 'manual', ...init, headers });
    for (const set of response.headers.getSetCookie()) browser.cookie = kept(browser.cookie, set);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const browser: Browser = {
    cookie,
    get: (path, init = {}) => ask(path, init),
    post: (path, fields) => ask(path, { method: 'POST', body: new URLSearchParams(fields) }),
    submit: async (path, fields, action = path) => {
      const page = await browser.get(path);
      const form = page.text.split('<form').find((each) => each.includes(`action="${action}"`)) ?? '';
      const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value.replaceAll('&amp;', '&'),
      ]);
      return browser.post(action, { ...Object.fromEntries(hidden), ...fields });
    },
  };
  return browser;
}

/** The cookies, with the one that was set in the place of the one of its name. */
function kept(cookies: string, set: string): string {
  const [pair = ''] = set.split(';');
  const name = `${pair.split('=')[0]}=`;
  const others = cookies.split('; ').filter((each) => each !== '' && !each.startsWith(name));
  return [...others, ...(set.includes('Max-Age=0') ? [] : [pair])].join('; ');
}

/** The path of a fresh link. */
export function linkFor(base: Base, email = OWNER): string {
  const person = findPerson(base, email);
  if (!person) throw new Error(`nobody is called ${email}`);
  return signInPath(createSignInLink(base, person.personId).token);
}

/** Presses the button of a sign-in link at any address; the status is 303, or that of the link's page. */
export async function enter(link: string): Promise<{ status: number; cookie: string }> {
  const { origin, pathname } = new URL(link);
  const browser = browserOf({ baseUrl: origin });
  const shown = await browser.get(pathname);
  const { status } = shown.status === 200 ? await browser.submit(pathname, {}) : shown;
  return { status, cookie: browser.cookie };
}

/** Presses the button of a sign-in link, as a browser without any cookie would; returns the cookies that are set. */
export async function enterBySupertest(service: ReturnType<typeof supertest>, link: string): Promise<string[]> {
  const page = await service.get(link).expect(200);
  const [, token = ''] = /name="token" value="([^"]*)"/.exec(page.text) ?? [];
  const visit = ([page.headers['set-cookie']].flat() as string[]).map((each) => each.split(';')[0]).join('; ');
  const answer = await service.post(link).set('Cookie', visit).type('form').send({ token }).expect(303);
  return [answer.headers['set-cookie']].flat() as string[];
}

export async function signedIn(app: TestApp, email = OWNER): Promise<Browser> {
  const browser = browserOf(app);
  await browser.submit(linkFor(app.base, email), {});
  return browser;
}
