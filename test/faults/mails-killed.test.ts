// The service is killed while a mail goes out, before and after the mail server has its last byte: a mail is sent by the next start or has an
// unknown end, the server has each once at most, and no log has a link. ROUNDS says how many times, TEST_SEED at which steps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { type MailRules, messageIdOf, startMailServer } from '../fakes/mail-server.ts';
import { until } from '../until.ts';
import { rounds, tell } from './tools/results.ts';
import { install, startService } from './tools/service.ts';

const ROUNDS = rounds(20);

interface Step {
  name: string;
  /** The server does this, and says nothing more. */
  rules: Partial<MailRules>;
  /** The last command that it got. */
  command: string;
  end: 'sent' | 'unknown';
}

const STEPS: readonly Step[] = [
  { name: 'sender', rules: { mail: 'silence' }, command: 'MAIL', end: 'sent' },
  { name: 'recipient', rules: { rcpt: () => 'silence' }, command: 'RCPT', end: 'sent' },
  { name: 'data', rules: { data: 'silence' }, command: 'DATA', end: 'sent' },
  { name: 'last byte, taken', rules: { message: 'silence', takes: true }, command: '.', end: 'unknown' },
  { name: 'last byte, not taken', rules: { message: 'silence' }, command: '.', end: 'unknown' },
];

test('kill -9 while a mail goes out', async (t) => {
  const random = seededRandom(t);
  const server = await startMailServer(t);
  const kind = { ...server.rules };
  const { dataDir, workspaceId, session } = await install(t);
  const start = () => startService(t, dataDir, { TRIBUTARY_SMTP_URL: server.url, TRIBUTARY_LOG_LEVEL: 'debug' });
  const path = `/api/v1/workspaces/${workspaceId}/invitations`;
  const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
  let service = await start();
  const stateOf = async (email: string): Promise<string> => {
    const answer = await (await fetch(`${service.address}${path}?limit=100`, { headers })).json();
    return answer.data.find((each: { email: string }) => each.email === email)?.mail.status;
  };
  const counts = { wrong: 0, twice: 0, links: 0 };
  const hit = new Map<string, number>();
  const first = random(STEPS.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = STEPS[(first + round) % STEPS.length] ?? assert.fail();
    const email = `guest-${round}@shop.example`;
    server.commands.splice(0);
    Object.assign(server.rules, kind, step.rules);
    const body = JSON.stringify({ email, role: 'member' });
    assert.equal((await fetch(service.address + path, { method: 'POST', headers, body })).status, 201);
    await until(() => server.commands.some((line) => line.startsWith(step.command)), `the mail is at its ${step.name}`);
    await service.kill();
    if (/svc_invite_/.test(service.log())) counts.links += 1;
    Object.assign(server.rules, kind);
    service = await start();
    const end = await until(async () => {
      const status = await stateOf(email);
      return status !== 'queued' && status !== 'retrying' && status;
    }, 'the mail has an end');
    const taken = server.taken.filter(({ to }) => to.includes(email)).length;
    if (end !== step.end || (end === 'sent' && taken === 0)) counts.wrong += 1;
    if (taken > 1) counts.twice += 1;
    hit.set(step.name, (hit.get(step.name) ?? 0) + 1);
  }
  await service.kill();
  if (/svc_invite_/.test(service.log())) counts.links += 1;
  const ids = server.taken.map(messageIdOf);
  const hits = [...hit].map(([name, times]) => `${name} ${times}`).join(', ');
  tell(t, {
    name: 'kill -9 while a mail goes out',
    figure: `${ROUNDS} mails: ${counts.wrong} lost or with another end than theirs, ${counts.twice} taken twice, ${counts.links} logs with a link. Hit: ${hits}`,
    target: '0 lost or with another end, 0 twice, 0 links',
    rounds: ROUNDS,
    holds: counts.wrong + counts.twice + counts.links === 0 && new Set(ids).size === ids.length,
  });
});
