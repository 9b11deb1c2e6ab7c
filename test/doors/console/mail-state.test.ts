// What becomes of the mail with a link, on the page of whoever typed the address: the words of the mail server, the same for an address with an
// account and for one without; and a link whose time begins when its mail was sent.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { deliverMails } from '../../../src/account/people/index.ts';
import { greylisting, linkOf, type MailRules, startMailServer } from '../../fakes/mail-server.ts';
import { startTestApp } from '../../harness.ts';
import { browserOf, OWNER } from './browser.ts';

const HOUR_MS = 3_600_000;

async function openMailed(t: TestContext, rules: Partial<MailRules>) {
  const server = await startMailServer(t, rules);
  const app = await startTestApp({ config: { signUp: 'open', smtpUrl: server.url } });
  t.after(() => app.close());
  const browser = browserOf(app);
  /** The page on which the state of the mail is. */
  const request = async (email: string, form: 'reset' | 'sign-up' = 'reset'): Promise<string> => {
    const page = await browser.submit(`/console/${form}`, { email });
    assert.deepEqual([page.status, /Check your mail/.test(page.text)], [200, true]);
    return /url=(\/console\/mail\/[\w-]{36})$/.exec(page.headers.get('refresh') ?? '')?.[1] ?? '';
  };
  const heading = async (path: string) => {
    const { status, text, headers } = await browser.get(path);
    const part = (pattern: RegExp): string | undefined => pattern.exec(text)?.[1];
    return { status, title: part(/<h1[^>]*>([^<]*)</), reason: part(/<bdi[^>]*>([^<]*)</), refresh: headers.get('refresh') };
  };
  return { app, server, browser, request, heading };
}

test('a mail that is refused is told with the words of the server, whoever has the address', async (t) => {
  const { app, request, heading } = await openMailed(t, { rcpt: () => '550 5.1.1 No <b>such</b> user' });
  for (const email of [OWNER, 'nobody@example.com']) {
    const path = await request(email);
    assert.deepEqual(await heading(path), { status: 200, title: 'Check your mail', reason: undefined, refresh: '3' });
    await deliverMails(app.base);
    assert.deepEqual(await heading(path), {
      status: 200,
      title: 'The mail was not sent',
      reason: 'The mail server refused the mail: 550 5.1.1 No &lt;b>such&lt;/b> user',
      refresh: null,
    });
  }
  const other = app.base.state.jobs.add({ kind: 'other', profileId: '', payload: {} });
  for (const id of [other.jobId, crypto.randomUUID(), 'nothing'])
    assert.equal((await heading(`/console/mail/${encodeURIComponent(id)}`)).status, 404, id);
});

test('a mail that is late says so, and the hour of its link begins when it is sent', async (t) => {
  const { app, server, browser, request, heading } = await openMailed(t, { rcpt: greylisting(7) });
  const path = await request(OWNER);
  await deliverMails(app.base);
  const { title, reason } = await heading(path);
  assert.deepEqual(
    [title, reason],
    ['The mail is delayed', 'The mail server does not take the mail now: 451 4.7.1 Greylisted, try again later'],
  );
  for (let tries = 0; server.taken.length === 0; tries += 1) {
    assert.ok(tries < 10);
    app.clock.advance(HOUR_MS);
    await deliverMails(app.base);
  }
  assert.equal((await heading(path)).title, 'Check your mail');
  const [mail] = server.taken;
  assert.ok(mail);
  const link = new URL(linkOf(mail)).pathname;
  app.clock.advance(HOUR_MS - 1);
  assert.match((await browser.get(link)).text, /Choose a new password/);
  app.clock.advance(1);
  assert.equal((await browser.get(link)).status, 410);
});

test('a late mail whose link another mail has replaced is not sent', async (t) => {
  const { app, server, browser, request, heading } = await openMailed(t, { rcpt: greylisting(1) });
  const late = await request(OWNER);
  await deliverMails(app.base);
  await request(OWNER);
  await deliverMails(app.base);
  const link = new URL(linkOf(server.taken[0] ?? assert.fail())).pathname;
  assert.equal((await browser.submit(link, { password: 'seven new bicycles' })).status, 303);
  app.clock.advance(HOUR_MS);
  await deliverMails(app.base);
  assert.equal(server.taken.length, 1);
  assert.equal((await heading(late)).title, 'The mail was not sent');
});
