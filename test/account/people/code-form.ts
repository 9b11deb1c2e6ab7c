// The form that asks for a code, as a browser sends it, and the secret as an app reads it.
import type { Browser, Page } from '../../doors/console/browser.ts';

/** Sends a code from the page that asks for one. */
export function sendCode(browser: Browser, page: { text: string }, code: string): Promise<Page> {
  const field = (name: string): string =>
    (new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&');
  return browser.post('/console/sign-in/code', {
    token: field('token'),
    pending: field('pending'),
    continue: field('continue'),
    code,
  });
}

/** Base32 as an app reads it, by the table of RFC 4648. */
export function bytesOf(text: string): Buffer {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
