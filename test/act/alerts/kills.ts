// The service is killed while an alert is written in a chat, before and after the chat shows it, and right after its rule was made: each alert has one message at
// most, and an end with a name. Part of `npm run test:alerts`. ROUNDS says how many times, TEST_SEED at which step the first is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { type ChatScript, startFakeChats } from '../../fakes/chats/chat-webhooks.ts';
import { rounds, tell } from '../../faults/tools/results.ts';
import { install, startService } from '../../faults/tools/service.ts';
import { until } from '../../until.ts';

const ROUNDS = rounds(20);
const DAY_MS = 86_400_000;

interface Step {
  name: string;
  service: 'slack' | 'google_chat';
  script: ChatScript | undefined;
  ends: readonly string[];
}

/** Google drops what is repeated, so there it is. */
const STEPS: readonly Step[] = [
  { name: 'before the chat has it', service: 'slack', script: 'silence_before', ends: ['unknown'] },
  { name: 'once the chat shows it', service: 'slack', script: 'silence_after', ends: ['unknown'] },
  { name: 'once Google Chat shows it', service: 'google_chat', script: 'silence_after', ends: ['sent'] },
  { name: 'right after its rule', service: 'slack', script: undefined, ends: ['sent', 'unknown'] },
];

/** Where it is noon: days are judged from three in the morning. */
function zoneAtNoon(): string {
  const hours = 12 - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

test('kill -9 while an alert is written', async (t) => {
  const random = seededRandom(t);
  const chats = await startFakeChats(t);
  const { dataDir, profileId, session, apiKey } = await install(t);
  const start = () => startService(t, dataDir, { TRIBUTARY_WEBHOOK_NETWORKS: '127.0.0.1/32' });
  let service = await start();
  const call = async (method: string, path: string, body?: object, token = session) => {
    const response = await fetch(`${service.address}/api/v1${path}?profile_id=${profileId}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.json();
    assert.ok(response.ok, JSON.stringify(answer));
    return answer.data;
  };
  await call('PATCH', '/profile', { timezone: zoneAtNoon() });
  const event = { event_type: 'payment_received', idempotency_key: 'first', value: { amount: '5', currency: 'USD' } };
  const occurred_at = new Date(Date.now() - 3 * DAY_MS).toISOString();
  await call('POST', '/events', { ...event, occurred_at, user_traits: { external_id: 'c' } }, apiKey);
  const counts = { lost: 0, twice: 0, wrong: 0 };
  const hit = new Map<string, number>();
  const first = random(STEPS.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = STEPS[(first + round) % STEPS.length] ?? assert.fail();
    const channel = `round-${round}`;
    const address = `http://127.0.0.1:${chats.port}/${step.service === 'slack' ? 'slack' : 'google'}/${channel}`;
    const chat = await call('POST', '/alerts/chats', { title: channel, service: step.service, address });
    const { requests } = chats;
    if (step.script) chats.script(step.script);
    const condition = { figure: 'outcomes', value: '9', campaign: channel };
    await call('POST', '/alerts/rules', { title: channel, kind: 'threshold', condition, chats: [chat.id] });
    if (step.script) await until(() => chats.requests > requests, `the chat is asked ${step.name}`);
    if (step.script === 'silence_after') await until(() => chats.shown(channel).length > 0, 'the chat shows it');
    await service.kill();
    service = await start();
    const end = await until(async () => {
      const alerts = await call('GET', '/alerts');
      const notices = alerts.flatMap((each: { notices: { target: string; status: string }[] }) => each.notices);
      const notice = notices.find(({ target }: { target: string }) => target === `chat ${chat.id}`);
      return notice && !['queued', 'sending'].includes(notice.status) && notice.status;
    }, 'the message has an end');
    const shown = chats.shown(channel).length;
    if (!step.ends.includes(end)) counts.wrong += 1;
    if (end === 'sent' && shown === 0) counts.lost += 1;
    if (shown > 1) counts.twice += 1;
    hit.set(step.name, (hit.get(step.name) ?? 0) + 1);
  }
  await service.kill();
  const hits = [...hit].map(([name, times]) => `${name} ${times}`).join(', ');
  tell(t, {
    name: 'kill -9 while an alert is written in a chat',
    figure: `${ROUNDS} alerts: ${counts.lost} lost, ${counts.twice} shown twice, ${counts.wrong} with another end than theirs. Hit: ${hits}`,
    target: '0 lost, 0 twice, 0 with another end',
    rounds: ROUNDS,
    holds: counts.lost + counts.twice + counts.wrong === 0,
  });
});
