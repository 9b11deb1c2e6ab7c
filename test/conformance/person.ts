// The person of a flow, without a browser of their own: signs in, opens the address that a program asks to visit, ticks every line or
// those that are named, approves, and goes where the answer sends them.
import assert from 'node:assert/strict';
import { signedIn } from '../doors/console/browser.ts';
import type { TestApp } from '../harness.ts';

/** Answers the address that the program is answered at, code and all, without going there. */
export async function decideFor(app: TestApp, address: string, named?: readonly string[]): Promise<URL> {
  const { pathname, search } = new URL(address);
  const person = await signedIn(app);
  const page = await person.get(pathname + search);
  const lines = [...page.text.matchAll(/name="scope:([^"]+)"/g)].map(([, name]) => String(name));
  const ticks = lines.filter((scope) => named?.includes(scope) ?? true).map((scope) => [`scope:${scope}`, 'on']);
  assert.ok(ticks.length > 0, `no consent page at ${address}: ${page.status}`);
  const sent = await person.submit(
    pathname + search,
    { ...Object.fromEntries(ticks), decision: 'approve' },
    '/oauth/mcp/consent',
  );
  assert.equal(sent.status, 303, sent.text);
  return new URL(sent.headers.get('location') ?? '');
}

export async function approve(app: TestApp, address: string, named?: readonly string[]): Promise<void> {
  await (await fetch(await decideFor(app, address, named))).text();
}

/** Has the person visit the first address of the kind that a program prints; what else it prints is of no interest. */
export function visitor(app: TestApp, named?: readonly string[]): (printed: unknown) => void {
  let text = '';
  let isVisited = false;
  return (printed) => {
    text += printed;
    const [address] = new RegExp(`${app.baseUrl}/oauth/mcp/authorize\\?\\S+(?=\\s)`).exec(text) ?? [];
    if (address === undefined || isVisited) return;
    isVisited = true;
    approve(app, address, named).catch((error: unknown) => process.stderr.write(`${error}\n`));
  };
}
