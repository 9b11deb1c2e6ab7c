// Chats that get alerts: sealed addresses, and an end with a name for whatever their services do. Nothing is written twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatJob } from '../../../src/act/alerts/chat-job.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { chatBody } from '../../../src/providers/chat-webhooks/message.ts';
import { type AlertWorld, openAlertWorld } from './alert-world.ts';

let world: AlertWorld;
const profile = () => ({ profile_id: world.profileId });
const post = (body: object) => world.owner.post('/alerts/chats', body, profile());
// biome-ignore lint/suspicious/noExplicitAny: the contract has checked it
const chats = async (): Promise<any[]> => (await world.owner.get('/alerts/chats', profile())).body.data;

async function create(service: string, path: string): Promise<string> {
  const { status, body } = await post({ title: path, service, address: world.chatUrl(path) });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
}

/** A rule that holds at once, for one chat; answers the state of its notice after what is due was sent. */
async function raiseFor(chatId: string) {
  const rule = await world.owner.post(
    '/alerts/rules',
    {
      title: 'Few sales',
      kind: 'threshold',
      chats: [chatId],
      condition: { figure: 'outcomes', value: String(1_000 + notices), campaign: `c${notices++}`, direction: 'below' },
    },
    profile(),
  );
  assert.equal(rule.status, 201, JSON.stringify(rule.body));
  await world.watch();
  return () => noticeOf(rule.body.data.id, chatId);
}
let notices = 0;

async function noticeOf(ruleId: string, chatId: string) {
  const { body } = await world.owner.get('/alerts', profile());
  const alert = body.data.find(({ rules }: { rules: { id: string }[] }) => rules.some(({ id }) => id === ruleId));
  return alert?.notices.find(({ target }: { target: string }) => target === `chat ${chatId}`);
}

const later = (minutes: number): void => world.clock.set(new Date(world.clock.now() + minutes * 60_000).toISOString());

test('what services do', async (t) => {
  world = await openAlertWorld(t);
  later(4 * 60);
  await t.test('a busy one is tried again, and has the message once', async () => {
    for (const [service, path] of [
      ['slack', '/slack/busy'],
      ['teams', '/teams/busy2'],
    ] as const) {
      world.chats.script('throttled', 'down');
      const notice = await raiseFor(await create(service, path));
      assert.equal((await notice()).status, 'queued');
      for (let n = 0; n < 3; n += 1) {
        later(61);
        await world.send();
      }
      assert.equal((await notice()).status, 'sent');
      assert.equal(world.chats.shown(path.split('/')[2] ?? '').length, 1);
    }
  });
  await t.test('one that breaks off is not written to again, as it may have the message', async () => {
    for (const script of ['break_off_before', 'break_off_after', 'error_after'] as const) {
      world.chats.script(script);
      const channel = `cut-${script}`;
      const notice = await raiseFor(await create('slack', `/slack/${channel}`));
      later(61);
      await world.send();
      assert.equal((await notice()).status, 'unknown', script);
      assert.equal(world.chats.shown(channel).length, script === 'break_off_before' ? 0 : 1);
    }
  });
  await t.test('Google Chat drops what is repeated, so it is', async () => {
    world.chats.script('break_off_after');
    const notice = await raiseFor(await create('google_chat', '/google/again?key=k&token=t'));
    later(61);
    await world.send();
    assert.equal((await notice()).status, 'sent');
    assert.equal(world.chats.shown('again').length, 1);
  });
  await t.test('a revoked address is shown and not tried again until there is another one', async () => {
    for (const [service, path, channel] of [
      ['slack', '/slack/gone', 'gone'],
      ['teams', '/teams/gone2', 'gone2'],
      ['google_chat', '/google/gone3?key=k', 'gone3'],
    ] as const) {
      world.chats.revoke(channel);
      const id = await create(service, path);
      const notice = await raiseFor(id);
      assert.equal((await notice()).status, 'failed');
      const [shown] = (await chats()).filter((each) => each.id === id);
      assert.equal(shown.status, 'revoked');
      assert.match(shown.problem, /not valid any more/);
      const { requests } = world.chats;
      assert.equal((await (await raiseFor(id))()).status, 'failed');
      assert.equal(world.chats.requests, requests, 'nothing is dialled');
      await world.owner.patch(
        `/alerts/chats/${id}`,
        { address: world.chatUrl(`${path.replace(channel, `${channel}-new`)}`) },
        profile(),
      );
      assert.equal((await (await raiseFor(id))()).status, 'sent');
    }
  });
  await t.test('a crash while it is sent leaves its end unknown, and sends nothing again', async () => {
    const id = await create('slack', '/slack/crash');
    const notice = await raiseFor(id);
    assert.equal((await notice()).status, 'sent');
    const { body } = await world.owner.get('/alerts', profile());
    const own = body.data.find(({ notices: sent }: { notices: { target: string }[] }) =>
      sent.some(({ target }) => target === `chat ${id}`),
    );
    const key = { profile_id: world.profileId, alert_id: own.id, event: 'raised' as const, target: `chat ${id}` };
    const repeat = async (): Promise<void> => {
      addJob(world.base, chatJob, {
        profileId: world.profileId,
        payload: { alert_id: key.alert_id, event: 'raised', chat_id: id },
      });
      await runDue(world.base, [chatJob]);
    };
    await repeat();
    assert.equal(world.chats.shown('crash').length, 1, 'a job that runs again');
    world.base.state.statement('act/alerts/alert_notice_set').run({ ...key, status: 'sending', reason: null });
    await repeat();
    assert.equal((await notice()).status, 'unknown');
    assert.equal(world.chats.shown('crash').length, 1);
  });
});

test('texts of strangers are text in every service', () => {
  const evil = '<!channel> <https://evil.example|click> [click](https://evil.example) <users/all> & <b>x</b>';
  const message = { title: evil, lines: [evil], link: { text: 'Open it', url: 'https://tributary.example/console' } };
  const slack = chatBody('slack', message);
  assert.ok(!slack.includes('<!channel>') && !slack.includes('<https://evil'), slack);
  const google = chatBody('google_chat', message);
  assert.ok(!google.slice(google.indexOf('widgets')).includes('<b>'), google);
  assert.ok(chatBody('teams', message).includes('"TextRun"'), 'runs of text know no Markdown');
  assert.ok(
    Buffer.byteLength(chatBody('slack', { ...message, lines: Array.from({ length: 9 }, () => 'x'.repeat(9_000)) })) < 13_000,
  );
});
