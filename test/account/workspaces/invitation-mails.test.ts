// What becomes of the mail of an invitation, or of a password's link, at a mail server that greylists, restarts, refuses or ends connections: tried
// for two days, ended at once where it is refused, and told truly to whoever typed the address.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { deliverMails } from '../../../src/account/people/index.ts';
import {
  greylisting,
  linkOf,
  type MailRules,
  type MailServer,
  startMailServer,
  type TakenMail,
} from '../../fakes/mail-server.ts';
import { refused } from '../door.ts';
import { DAY_MS } from '../world.ts';
import { accept, openDoor, sessionOf } from './people.ts';

const HOUR_MS = 3_600_000;

async function openMailed(t: TestContext, rules: Partial<MailRules> = {}) {
  const server = await startMailServer(t, rules);
  const world = await openDoor(t, { smtpUrl: server.url, signUp: 'open' });
  const { base, clock, ann, call } = world;
  const path = `/workspaces/${ann.workspace_id}/invitations`;
  const invite = (email: string) => call('post', path, ann.session_token, { email, role: 'member' });
  const listed = async (email: string) => {
    const { body } = await call('get', path, ann.session_token);
    return body.data.find((each: { email: string; status: string }) => each.email === email && each.status === 'pending');
  };
  /** The state of the open invitation's mail after what is due was tried. */
  const mailOf = async (email: string) => {
    await deliverMails(base);
    return (await listed(email))?.mail;
  };
  /** Goes on to each next attempt until there is none. Answers the hours that passed. */
  const untilEnd = async (email: string): Promise<number> => {
    const began = clock.now();
    for (;;) {
      const { status, next_attempt_at } = await mailOf(email);
      if (status !== 'retrying') return (clock.now() - began) / HOUR_MS;
      clock.advance(Date.parse(next_attempt_at) - clock.now());
    }
  };
  return { ...world, server, path, invite, listed, mailOf, untilEnd };
}

const tokenOf = (mail: TakenMail | undefined): string =>
  decodeURIComponent(
    linkOf(mail as TakenMail)
      .split('/')
      .at(-1) ?? '',
  );

const sends = ({ commands }: MailServer): number => commands.filter((line) => line.startsWith('RCPT')).length;

test('where mails are sent, the link is in the mail alone', async (t) => {
  const { invite } = await openMailed(t);
  const { status, body } = await invite('bob@north.example');
  assert.equal(status, 201);
  assert.ok(!JSON.stringify(body).includes('svc_invite_'));
});

test('a mail is tried for two days, and its state is true at each moment', async (t) => {
  const world = await openMailed(t, { rcpt: greylisting(3) });
  const { server, clock, base, invite, listed, mailOf, untilEnd } = world;

  await t.test('greylisting makes it late, and it arrives once', async () => {
    const { body } = await invite('bob@north.example');
    assert.deepEqual(body.data.mail, { status: 'queued', reason: null, attempts: 0, next_attempt_at: null });
    const mail = await mailOf('bob@north.example');
    assert.deepEqual([mail.status, mail.attempts], ['retrying', 1]);
    assert.equal(mail.reason, 'The mail server does not take the mail now: 451 4.7.1 Greylisted, try again later');
    assert.ok(Date.parse(mail.next_attempt_at) > clock.now());
    assert.equal(refused(await invite('bob@north.example')), '409 invalid_state', 'it is still on its way');
    await untilEnd('bob@north.example');
    assert.deepEqual(await mailOf('bob@north.example'), { status: 'sent', reason: null, attempts: 4, next_attempt_at: null });
    assert.equal(server.taken.length, 1);
    const bob = sessionOf(world, 'bob@north.example');
    assert.equal((await accept(world, bob, tokenOf(server.taken[0]))).status, 200);
  });

  await t.test('a server that is away for 40 hours gets it, and one that is away for longer than two days does not', async () => {
    await server.stop();
    await invite('carl@north.example');
    const away = await mailOf('carl@north.example');
    assert.match(away.reason, /^The mail server could not be reached \(ECONNREFUSED\)\.$/);
    while ((await listed('carl@north.example')).mail.attempts < 25) {
      clock.advance(Date.parse((await mailOf('carl@north.example')).next_attempt_at) - clock.now());
      await deliverMails(base);
    }
    await server.start();
    server.rules.rcpt = greylisting(0);
    await untilEnd('carl@north.example');
    assert.equal((await mailOf('carl@north.example')).status, 'sent');
    await server.stop();
    await invite('dora@north.example');
    const hours = await untilEnd('dora@north.example');
    assert.ok(hours >= 48 && hours < 51, `${hours} hours`);
    const { status, reason, next_attempt_at } = await mailOf('dora@north.example');
    assert.deepEqual([status, next_attempt_at], ['failed', null]);
    assert.match(reason, /^The mail server did not take the mail within two days\. Its last answer: .*ECONNREFUSED/);
    await server.start();
    assert.equal((await invite('dora@north.example')).status, 201, 'the next one takes its place');
    assert.equal((await mailOf('dora@north.example')).status, 'sent');
  });

  await t.test('one that is withdrawn meanwhile is not sent', async () => {
    server.rules.rcpt = greylisting(100);
    const { body } = await invite('erin@north.example');
    await mailOf('erin@north.example');
    const before = server.taken.length;
    assert.equal((await world.call('delete', `${world.path}/${body.data.id}`, world.ann.session_token)).body.data.mail, null);
    server.rules.rcpt = greylisting(0);
    clock.advance(2 * DAY_MS);
    await deliverMails(base);
    assert.equal(server.taken.length, before);
  });
});

test('a mail that is refused ends at once with the words of the server, and one of unknown end is not repeated', async (t) => {
  const world = await openMailed(t, { rcpt: () => '550 5.1.1 <bob@north.example>: User unknown' });
  const { server, clock, base, invite, mailOf, listed } = world;

  await t.test('refused', async () => {
    await invite('bob@north.example');
    const mail = await mailOf('bob@north.example');
    const reason = 'The mail server refused the mail: 550 5.1.1 <bob@north.example>: User unknown';
    assert.deepEqual(mail, { status: 'failed', reason, attempts: 1, next_attempt_at: null });
    clock.advance(DAY_MS);
    await deliverMails(base);
    assert.equal(sends(server), 1, 'no second attempt');
    assert.equal(base.state.db.prepare("select count(*) from jobs where kind = 'mail' and payload <> 'null'").pluck().get(), 0);
    const kept = JSON.stringify(base.state.db.prepare("select progress, result, error from jobs where kind = 'mail'").all());
    assert.doesNotMatch(kept, /User unknown|bob@/, 'words that quote an address are sealed');
    server.rules.rcpt = () => '250 Ok';
    const first = await listed('bob@north.example');
    const { status, body } = await invite('BOB@north.example');
    assert.deepEqual([status, body.data.id === first.id], [201, false]);
    assert.equal((await mailOf('bob@north.example')).status, 'sent');
  });

  await t.test('a cut after the server has taken it', async () => {
    Object.assign(server.rules, { message: 'cut', takes: true } satisfies Partial<MailRules>);
    const before = server.taken.length;
    await invite('carl@north.example');
    const { status, reason } = await mailOf('carl@north.example');
    assert.equal(status, 'unknown');
    assert.match(reason, /The mail may have arrived/);
    clock.advance(3 * DAY_MS);
    await deliverMails(base);
    assert.equal(server.taken.length, before + 1);
    const [first] = server.taken.slice(before);
    assert.equal((await accept(world, sessionOf(world, 'carl@north.example'), tokenOf(first))).status, 200, 'its link works');
  });

  await t.test('one that is sent again by a person takes the place of the first', async () => {
    const before = server.taken.length;
    await invite('dora@north.example');
    await mailOf('dora@north.example');
    Object.assign(server.rules, { message: '250 Ok', takes: false } satisfies Partial<MailRules>);
    assert.equal((await invite('dora@north.example')).status, 201);
    assert.equal((await mailOf('dora@north.example')).status, 'sent');
    const [first, second] = server.taken.slice(before);
    const dora = sessionOf(world, 'dora@north.example');
    assert.equal(refused(await accept(world, dora, tokenOf(first))), '409 invalid_state');
    assert.equal((await accept(world, dora, tokenOf(second))).status, 200);
  });

  await t.test('a process that ends between the last byte and the answer', async () => {
    const before = server.taken.length;
    await invite('erin@north.example');
    const { job_id } = base.state.db.prepare("select job_id from jobs where kind = 'mail' and status = 'waiting'").get() as {
      job_id: string;
    };
    // As a kill leaves it, and the next start finds it.
    base.state.db
      .prepare("update jobs set attempts = 1, progress = json_object('is_handed_over', json('true')) where job_id = ?")
      .run(job_id);
    assert.equal((await mailOf('erin@north.example')).status, 'unknown');
    assert.equal(server.taken.length, before);
  });

  await t.test('letters beyond ASCII before the @', async () => {
    server.rules.extensions = ['8BITMIME'];
    await invite('zoë@north.example');
    const { status, reason } = await mailOf('zoë@north.example');
    assert.equal(status, 'failed');
    assert.match(reason, /letters beyond ASCII.*SMTPUTF8.*Use another address/);
  });
});

test('one mailbox has one invitation, however its domain is written', async (t) => {
  const { invite } = await openMailed(t);
  const { status, body } = await invite('Ada@MÜNCHEN.example');
  assert.deepEqual([status, body.data.email], [201, 'ada@münchen.example']);
  for (const same of [
    'ada@xn--mnchen-3ya.example',
    'ada@xn--MNCHEN-3YA.example',
    'ada@mu\u0308nchen.example',
    'ada@münchen。example',
    'ada@münchen.example.',
  ])
    assert.equal(refused(await invite(same)), '409 invalid_state', same);
  assert.equal((await invite('a.da@münchen.example')).status, 201, 'dots before the @ are of its provider');
  for (const none of ['ada@', 'ada@\u00ad']) assert.equal(refused(await invite(none)), '422 validation_error', none);
});
