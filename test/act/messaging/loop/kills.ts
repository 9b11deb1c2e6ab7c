// The service is killed while a message goes out, before and after the mail server has its last byte: the next start sends what was not handed over, what was handed
// over has an unknown end, and the server has each once at most. ROUNDS says how many times, TEST_SEED at which steps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../base/random.ts';
import { type MailRules, messageIdOf, startMailServer } from '../../../fakes/mail-server.ts';
import { rounds, tell } from '../../../faults/tools/results.ts';
import { install, startService } from '../../../faults/tools/service.ts';
import { until } from '../../../until.ts';
import { Visitor } from '../../connections/visitor.ts';

const ROUNDS = rounds(25);

interface Step {
  name: string;
  /** The server does this, and says nothing more. */
  rules: Partial<MailRules>;
  /** The last command that it got. */
  command: string;
  end: 'sent' | 'unknown';
}

const STEPS: readonly Step[] = [
  { name: 'sign-in', rules: { auth: 'silence' }, command: 'AUTH', end: 'sent' },
  { name: 'recipient', rules: { rcpt: () => 'silence' }, command: 'RCPT', end: 'sent' },
  { name: 'data', rules: { data: 'silence' }, command: 'DATA', end: 'sent' },
  { name: 'last byte, taken', rules: { message: 'silence', takes: true }, command: '.', end: 'unknown' },
  { name: 'last byte, not taken', rules: { message: 'silence' }, command: '.', end: 'unknown' },
];

test('kill -9 while a message goes out', async (t) => {
  const random = seededRandom(t);
  const server = await startMailServer(t, { extensions: ['8BITMIME', 'AUTH PLAIN'] });
  const kind = { ...server.rules };
  const { dataDir, profileId, session } = await install(t);
  const smtp = server.url.replace('smtp://', '');
  const start = () => startService(t, dataDir, { TRIBUTARY_OWN_MAIL_SERVERS: smtp });
  let service = await start();
  const call = async (method: string, path: string, body?: object, key?: string) => {
    const headers = {
      authorization: `Bearer ${session}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const url = `${service.address}/api/v1${path}${path.includes('?') ? '&' : '?'}profile_id=${profileId}`;
    const response = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return { status: response.status, body: await response.json() };
  };
  const { data } = (await call('POST', '/connections/smtp/connect', {})).body;
  const typed = { address: 'hello@shop.example', sender: 'Shop', user: '', password: 'p', smtp, imap: '' };
  assert.equal((await new Visitor().submit(data.url, typed)).status, 303);
  const counts = { wrong: 0, twice: 0, replays: 0 };
  const hit = new Map<string, number>();
  const first = random(STEPS.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = STEPS[(first + round) % STEPS.length] ?? assert.fail();
    const to = `guest-${round}@example.com`;
    const mail = { channel: 'email', to, subject: `Round ${round}`, text: 'Hello' };
    server.commands.splice(0);
    Object.assign(server.rules, kind, step.rules);
    const sending = call('POST', '/messages', mail, `round-${round}`).catch(() => undefined);
    await until(() => server.commands.some((line) => line.startsWith(step.command)), `the mail is at its ${step.name}`);
    await service.kill();
    await sending;
    Object.assign(server.rules, kind);
    service = await start();
    const [end] = await until(async () => {
      const listed = (await call('GET', `/messages?address=${encodeURIComponent(to)}`)).body.data;
      return listed[0]?.status !== 'sending' && listed;
    }, 'the message has an end');
    const taken = server.taken.filter((each) => each.to.includes(to)).length;
    if (end.status !== step.end || (end.status === 'sent' && taken !== 1)) counts.wrong += 1;
    if (taken > 1) counts.twice += 1;
    const again = await call('POST', '/messages', mail, `round-${round}`);
    if (again.body.data?.message_id !== end.message_id) counts.replays += 1;
    hit.set(step.name, (hit.get(step.name) ?? 0) + 1);
  }
  await service.kill();
  const ids = server.taken.map(messageIdOf);
  const hits = [...hit].map(([name, times]) => `${name} ${times}`).join(', ');
  tell(t, {
    name: 'kill -9 while a message goes out',
    figure: `${ROUNDS} messages: ${counts.wrong} lost or with another end than theirs, ${counts.twice} taken twice, ${counts.replays} keys that did not return their message. Hit: ${hits}`,
    target: '0 lost or with another end, 0 twice, 0 keys',
    rounds: ROUNDS,
    holds: counts.wrong + counts.twice + counts.replays === 0 && new Set(ids).size === ids.length,
  });
});
