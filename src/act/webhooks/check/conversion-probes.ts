// Requests that an HTTPS endpoint of conversions meets in its life: batches, their repetitions, senders that go away, batches of which an event
// is bad, and what strangers send. An answer is judged as those of real deliveries are.
import { randomUUID } from 'node:crypto';
import { buildEvent, judgeEndpoint, signedRequest } from '../../../providers/conversions/https.ts';
import { type BreakPoint, OutsideRefusal } from '../../../providers/http/guard.ts';
import { Secret } from '../../../providers/secret.ts';
import { isSuccess, type Message, type Probe, type Reply, refused, right, type Verdict, wrong } from './reply.ts';

const EVENTS = 3;
/** The position of the bad event of a batch. */
const BAD = 1;

export interface EndpointSubject {
  secret: Secret;
  now: number;
}

interface Sample extends Record<string, unknown> {
  event_id: string;
}

function sampleOf(now: number): Sample {
  const eventId = `check-${randomUUID()}`;
  const { payload } = buildEvent({
    eventId,
    occurredAt: now,
    eventName: 'purchase',
    at: { name: 'purchase' },
    kind: 'conversion',
    actionSource: 'website',
    value: { amount: '129.900000', currency: 'EUR' },
    pageUrl: 'https://shop.example/thanks',
    person: { emails: ['ada@example.com'], phones: [], country: 'DE', clickIds: {} },
  });
  return { ...Object(payload.body), event_id: eventId };
}

const batchOf = (now: number): Sample[] => Array.from({ length: EVENTS }, () => sampleOf(now));

function unusable(reply: Reply): Verdict {
  if (reply instanceof OutsideRefusal)
    return wrong(
      reply.reason === 'slow'
        ? 'a request fails without a response in time: respond first, and do slow work afterwards'
        : 'a request fails: the endpoint cannot be reached, or it closes the connection before it responds',
    );
  const { status } = reply;
  if (status === 410) return wrong('410 disables the destination');
  if (status >= 300 && status <= 399) return wrong('a redirect is not followed: name the URL that it leads to');
  if (status === 400 || status === 413 || status === 422) return wrong('good events are refused: they end as `rejected`');
  if (status === 401 || status === 403 || status === 404) return wrong('the destination waits for an hour with `permission`');
  return wrong('the events are tried again with growing pauses, for 30 days');
}

const undecided = (count: number): Verdict =>
  wrong(
    `${count} of ${EVENTS} events stay \`sent\` with \`answer_unreadable\` and come again: close the response, and name bad events as {"rejected": [{"index": 0, "reason": "bad_value"}]}`,
  );

function accepted(reply: Reply): Verdict {
  if (reply instanceof OutsideRefusal || !isSuccess(reply)) return unusable(reply);
  const { rejected, undecided: open = [] } = judgeEndpoint(reply, EVENTS);
  if (open.length > 0) return undecided(open.length);
  return rejected.length === 0
    ? right('accepted')
    : wrong(`${rejected.length} of ${EVENTS} good events are refused (${rejected[0]?.reason})`);
}

function repeated(reply: Reply): Verdict {
  const verdict = accepted(reply);
  if (verdict.isRight) return right('accepted; compare event_id, so that each counts once');
  return wrong(`events that you have must be accepted again, as a sender may not know that they arrived: ${verdict.meaning}`);
}

/** One event is bad: it alone may be refused, and it must be named. */
function judgedInPart(reply: Reply): Verdict {
  if (reply instanceof OutsideRefusal) return unusable(reply);
  const isWhole = reply.status === 400 || reply.status === 422;
  if (!isSuccess(reply) && !isWhole) return unusable(reply);
  const { rejected, undecided: open = [] } = judgeEndpoint(reply, EVENTS);
  const others = rejected.filter(({ index }) => index !== BAD);
  if (open.length > 0) return undecided(open.length);
  if (others.length > 0) return wrong(`the good event ${others[0]?.index} is named as bad: \`index\` counts from 0`);
  if (rejected.length > 0)
    return right(
      isWhole ? 'refused, and the bad event is named; the others come again' : 'the bad event is named, the others are accepted',
    );
  if (isWhole)
    return right('refused without a name: halves are sent until the bad event is found; name it, which takes one request');
  return right('accepted with its unreadable time and amount: 2xx says that you have all of them');
}

const afterBreak =
  (message: Message, at: BreakPoint): Probe['play'] =>
  async (line) => {
    const reply = await line.sendAfterBreak(message, at);
    return { reply, verdict: repeated(reply) };
  };

const judge =
  (message: Message, verdict: (reply: Reply) => Verdict): Probe['play'] =>
  async (line) => {
    const reply = await line.send(message);
    return { reply, verdict: verdict(reply) };
  };

/** `expected`: what the endpoint must have once, when the check is over. */
export function conversionProbes({ secret, now }: EndpointSubject): { probes: Probe[]; expected: { id: string }[] } {
  const expected: { id: string }[] = [];
  const counted = (events: readonly Sample[]): Message => {
    expected.push(...events.map(({ event_id: id }) => ({ id })));
    return signedRequest(events, secret);
  };
  const first = counted(batchOf(now));
  const [a, b, c] = [sampleOf(now), sampleOf(now), sampleOf(now)];
  const bad = { ...b, occurred_at: 'never', value: { amount: 'none', currency: '???' } };
  expected.push({ id: a.event_id }, { id: c.event_id });
  const later = batchOf(now).map((event) => ({ ...event, event_name: 'check_unknown_name', check_unknown_field: true }));
  const whole = signedRequest(batchOf(now), secret);
  const stranger = signedRequest(batchOf(now), new Secret(randomUUID()));
  const unsigned = { body: whole.body, headers: { 'content-type': 'application/json' } };
  const forged = { ...whole, body: whole.body.replace('129.900000', '929.900000') };
  const verify = 'anyone who knows the URL can send conversions: verify the signature over the bytes as they came';
  const probes: Probe[] = [
    { name: 'batch', sent: `a signed batch of ${EVENTS} conversions`, play: judge(first, accepted) },
    { name: 'repetition', sent: 'the same again, with the same ids', play: judge(first, repeated) },
    {
      name: 'silence',
      sent: 'a batch whose sender goes away before the response, then the same again',
      play: afterBreak(counted(batchOf(now)), 'before the answer'),
    },
    {
      name: 'cut',
      sent: 'a batch that breaks off in the body, then the same whole',
      play: afterBreak(counted(batchOf(now)), 'in the body'),
    },
    {
      name: 'bad_event',
      sent: `a batch whose event ${BAD} has no readable time and amount`,
      play: judge(signedRequest([a, bad, c], secret), judgedInPart),
    },
    {
      name: 'unknown_field',
      sent: 'conversions of a name and with a field that you may not know',
      play: judge(counted(later), accepted),
    },
    {
      name: 'foreign_signature',
      sent: 'a batch that another secret signed',
      play: judge(stranger, (reply) => refused(reply, verify)),
    },
    {
      name: 'changed_bytes',
      sent: 'a batch whose bytes were changed after it was signed',
      play: judge(forged, (reply) => refused(reply, verify)),
    },
    { name: 'no_signature', sent: 'a batch without a signature', play: judge(unsigned, (reply) => refused(reply, verify)) },
  ];
  return { probes, expected };
}
