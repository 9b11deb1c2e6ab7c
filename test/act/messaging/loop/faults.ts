// Random faults of mail providers while mails are sent, by Gmail, Outlook and SMTP: before anything is done, after it, in the middle, and refusals. Each message has
// an end with a name, none goes out twice, and none is said to be sent that is not. By hand: npm run test:sends. ROUNDS sets a number, TEST_SEED repeats a run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleJob } from '../../../../src/act/messaging/settle.ts';
import { addJob, runDue } from '../../../../src/base/work/runner.ts';
import { seededRandom } from '../../../base/random.ts';
import { type MailRules, startMailServer } from '../../../fakes/mail-server.ts';
import { gmailRefusal, headerIn, startFakeGmail } from '../../../fakes/mailboxes/gmail.ts';
import { graphRefusal, startFakeOutlook } from '../../../fakes/mailboxes/outlook.ts';
import type { FailureScript, ProviderServer } from '../../../fakes/provider-server.ts';
import { rounds, tell } from '../../../faults/tools/results.ts';
import { NOW_MS, startRecordWorld } from '../../connections/records/record-world.ts';

const ROUNDS = rounds(500);
const MINUTE_MS = 60_000;

/** Of the request that sends. */
const OF_SENDS: readonly (FailureScript | 'none')[] = [
  'none',
  'reset',
  'reset_after_apply',
  'error_once',
  'error_after_apply',
  'html',
  'wrong_json',
  'throttled',
] as const;
/** Of the first request, before there is a draft. */
const OF_FIRST: readonly (FailureScript | 'none')[] = ['none', 'none', 'none', 'error_once', 'reset', 'html', 'throttled'];
const OF_SMTP: readonly Partial<MailRules>[] = [
  {},
  { greeting: 'cut' },
  { auth: '454 4.7.0 Later' },
  { mail: '451 4.3.0 Later' },
  { rcpt: () => '550 5.1.1 No such user' },
  { rcpt: () => 'cut' },
  { data: 'cut' },
  { data: '554 5.7.1 Refused' },
  { message: 'cut' },
  { message: 'cut', takes: true },
  { message: '451 4.3.0 Later' },
  { message: '552 5.2.2 Too much' },
] as Partial<MailRules>[];

type ProviderName = 'gmail' | 'outlook' | 'smtp';

test('whatever fails, no mail is sent twice and each has an end', async (t) => {
  const random = seededRandom(t);
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] ?? assert.fail();
  const [gmail, outlook] = [await startFakeGmail(t, NOW_MS), await startFakeOutlook(t, NOW_MS)];
  const server = await startMailServer(t, { extensions: ['8BITMIME', 'AUTH PLAIN'] });
  const kind = { ...server.rules };
  const smtp = server.url.replace('smtp://', '');
  const w = await startRecordWorld(t, { gmail: gmail.settings, outlook: outlook.settings, smtp: { ownServers: smtp } });
  await w.connect('gmail');
  await w.connect('outlook');
  const typed = { address: 'hello@shop.example', sender: 'Shop', user: '', password: 'p', smtp, imap: '' };
  assert.equal((await w.visitor.submit((await w.link('smtp')).url, typed)).status, 303);
  const connections = new Map((await w.connections()).map(({ id, provider }) => [provider, id]));
  const query = { profile_id: w.app.profileId };

  const post = async (body: object, key: string) => {
    const target = `${w.app.baseUrl}/api/v1/messages?profile_id=${w.app.profileId}`;
    const headers = { authorization: `Bearer ${w.app.session}`, 'content-type': 'application/json', 'idempotency-key': key };
    const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  const arrivals: Record<ProviderName, (subject: string) => number> = {
    gmail: (subject) => gmail.sent().filter(({ raw }) => headerIn(raw, 'Subject') === subject).length,
    outlook: (subject) => outlook.in('sent').filter((mail) => mail.subject === subject).length,
    smtp: (subject) => server.taken.filter(({ text }) => text.includes(`Subject: ${subject}\r\n`)).length,
  };
  const web = (fake: ProviderServer, refuse: () => void): string => {
    if (random(5) === 0) {
      refuse();
      return 'refused';
    }
    const [first, ofSend] = [pick(OF_FIRST), pick(OF_SENDS)];
    if (first !== 'none') fake.fail(first);
    fake.failWrites(ofSend === 'none' ? undefined : ofSend);
    return `${first} ${ofSend}`;
  };
  const faults: Record<ProviderName, () => string> = {
    gmail: () => web(gmail.server, () => gmail.refuseSend(gmailRefusal(400, 'invalidArgument', 'Invalid To header'))),
    outlook: () => web(outlook.server, () => outlook.refuseSend(graphRefusal(403, 'ErrorSendAsDenied', 'No.'))),
    smtp: () => {
      const rules = pick(OF_SMTP);
      Object.assign(server.rules, kind, rules);
      return Object.entries(rules)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ');
    },
  };
  const wrong: string[] = [];
  const counts = { sent: 0, unknown: 0, refused: 0, twice: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const provider = pick(['gmail', 'outlook', 'smtp'] as const);
    const subject = `Round-${round}-end`;
    const mail = {
      channel: 'email',
      connection_id: connections.get(provider),
      to: `guest-${round}@example.com`,
      subject,
      text: 'Hello',
    };
    const fault = faults[provider]();
    const { status, body } = await post(mail, subject);
    const before = arrivals[provider](subject);
    const isTrue = status === 201 ? before === 1 : status === 202 ? before <= 1 : before === 0;
    counts[status === 201 ? 'sent' : status === 202 ? 'unknown' : 'refused'] += 1;
    if (!isTrue) wrong.push(`${provider} ${fault}: ${status} ${before} ${JSON.stringify(body)}`);
    // The caller that heard of a failure calls again under its key; what was scripted and not met may meet this call.
    Object.assign(server.rules, kind);
    w.app.clock.advance(MINUTE_MS);
    const again = await post(mail, subject);
    const isSame = again.body.data?.message_id === body.data?.message_id;
    if ((status === 201 || status === 202) && !isSame) wrong.push(`${provider} ${fault}: another message for the same key`);
    if (arrivals[provider](subject) > 1) counts.twice += 1;
  }
  addJob(w.app.base, settleJob, { payload: {} });
  await runDue(w.app.base, [settleJob]);
  let named = 0;
  for (let cursor: string | undefined, isOver = false; !isOver; w.app.clock.advance(MINUTE_MS)) {
    const { data, pagination } = (await w.api.get('/messages', { ...query, direction: 'outbound', limit: 100, cursor })).body;
    for (const { status, error, subject } of data) {
      if (status === 'sent' || status === 'unknown' || (status === 'failed' && error !== null)) named += 1;
      else wrong.push(`${subject}: ${status} ${JSON.stringify(error)}`);
    }
    cursor = pagination.cursor ?? undefined;
    isOver = !pagination.has_next;
  }
  assert.deepEqual(wrong, []);
  tell(t, {
    name: 'faults of mail providers while mails go out',
    figure: `${ROUNDS} mails: ${counts.sent} sent, ${counts.unknown} of unknown end, ${counts.refused} refused at first; ${wrong.length} with a wrong end, ${counts.twice} twice, ${named} with a named end`,
    target: '0 with a wrong end, 0 twice, each with a named end',
    rounds: ROUNDS,
    holds: wrong.length + counts.twice === 0 && named >= ROUNDS,
  });
});
