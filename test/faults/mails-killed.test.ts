// A process that is killed while a mail goes out: one that the server had not taken is sent by the next start, and one that it had is not sent again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MailRules, messageIdOf, startMailServer } from '../fakes/mail-server.ts';
import { until } from '../until.ts';
import { install, type Running, startService } from './tools/service.ts';

test('a mail is sent once, whenever the process is killed', async (t) => {
  const server = await startMailServer(t, { rcpt: () => 'silence' });
  const { dataDir, workspaceId, session } = await install(t);
  const start = () => startService(t, dataDir, { TRIBUTARY_SMTP_URL: server.url, TRIBUTARY_LOG_LEVEL: 'debug' });
  const logs: string[] = [];
  const path = `/api/v1/workspaces/${workspaceId}/invitations`;
  const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
  const kill = async (service: Running): Promise<void> => {
    await service.kill();
    logs.push(service.log());
  };
  const invite = async ({ address }: Running, email: string): Promise<void> => {
    const body = JSON.stringify({ email, role: 'member' });
    assert.equal((await fetch(address + path, { method: 'POST', headers, body })).status, 201);
  };
  const stateOf = async ({ address }: Running, email: string): Promise<string> => {
    const answer = (await (await fetch(address + path, { headers })).json()) as {
      data: { email: string; mail: { status: string } }[];
    };
    return answer.data.find((each) => each.email === email)?.mail.status ?? '';
  };

  const first = await start();
  await invite(first, 'bob@shop.example');
  await until(() => server.commands.some((line) => line.startsWith('RCPT')), 'the mail is on its way');
  await kill(first);
  Object.assign(server.rules, { rcpt: () => '250 Ok' } satisfies Partial<MailRules>);

  const second = await start();
  await until(async () => (await stateOf(second, 'bob@shop.example')) === 'sent', 'the next start has sent it');
  Object.assign(server.rules, { message: 'silence', takes: true } satisfies Partial<MailRules>);
  await invite(second, 'carl@shop.example');
  await until(() => server.taken.length === 2, 'the server has taken the second mail and says nothing');
  await kill(second);
  Object.assign(server.rules, { message: '250 Ok', takes: false } satisfies Partial<MailRules>);

  const third = await start();
  await until(async () => (await stateOf(third, 'carl@shop.example')) === 'unknown', 'its end is unknown');
  await invite(third, 'dora@shop.example');
  await until(async () => (await stateOf(third, 'dora@shop.example')) === 'sent', 'later mails go out');
  await kill(third);
  assert.deepEqual(
    server.taken.map(({ to }) => to[0]),
    ['bob@shop.example', 'carl@shop.example', 'dora@shop.example'],
  );
  assert.equal(new Set(server.taken.map(messageIdOf)).size, 3);
  assert.doesNotMatch(logs.join('\n'), /svc_invite_|console\/invitation\/[^:]/, 'no link of a mail is in a log');
});
