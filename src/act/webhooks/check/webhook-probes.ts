// Requests that a receiver of webhooks meets in its life: events, their repetitions, senders that go away, what a later version may send, and
// what strangers send. The events are examples of the catalogue under ids of their own.
import { randomUUID } from 'node:crypto';
import { type BreakPoint, OutsideRefusal } from '../../../providers/http/guard.ts';
import { deliveryHeaders } from '../attempt.ts';
import { eventTypes } from '../event-types.ts';
import { acceptSecret, type WebhookSecret } from '../secrets.ts';
import { isSuccess, type Message, type Probe, type Reply, refused, right, type Verdict, wrong } from './reply.ts';

const HOUR_MS = 3_600_000;
const FORGEABLE = 'anyone who knows the URL can send events: require and verify the signature';
const REPLAYABLE =
  'anyone who recorded a delivery can send it again: compare webhook-timestamp with your clock, and refuse what is older than five minutes';

export interface WebhookSubject {
  type: string;
  profileId: string;
  secrets: readonly WebhookSecret[];
  now: number;
}

/** An event that the receiver must have once, when the check is over. */
export interface ExpectedEvent {
  id: string;
  type: string;
}

function accepted(reply: Reply): Verdict {
  if (isSuccess(reply)) return right('accepted');
  if (reply instanceof OutsideRefusal) {
    if (reply.reason === 'slow')
      return wrong('a delivery fails without a response in time: respond first, and do slow work afterwards');
    return wrong('a delivery fails: the receiver cannot be reached, or it closes the connection before it responds');
  }
  if (reply.status === 410) return wrong('410 disables the subscription at once');
  if (reply.status >= 300 && reply.status <= 399)
    return wrong('a redirect is not followed and is a failed attempt: subscribe the URL that it leads to');
  return wrong(
    'a failed attempt: a delivery is tried eight times, and after five days without a success the subscription is disabled',
  );
}

function repeated(reply: Reply): Verdict {
  if (isSuccess(reply)) return right('accepted; compare webhook-id, so that it counts once');
  return wrong(
    'the event may have arrived before, and is sent until a repetition is accepted: respond 2xx to an id that you have',
  );
}

interface Signing {
  secrets?: readonly WebhookSecret[];
  /** Of the signature. */
  at?: number;
}

/** Makes requests about one type. */
class Examples {
  readonly expected: ExpectedEvent[] = [];
  readonly #subject: WebhookSubject;
  readonly #data: Record<string, unknown>;

  constructor(subject: WebhookSubject) {
    this.#subject = subject;
    const example = eventTypes().find(({ type }) => type === subject.type)?.example['data'];
    this.#data = { ...Object(example), ...this.#always() };
  }

  /** A signed one that must be there once afterwards. */
  counted(more: Record<string, unknown> = {}, signing: Signing = {}): Message {
    return this.#expect(this.#subject.type, { ...this.#data, ...more }, signing);
  }

  ofUnknownType(): Message {
    return this.#expect('check.unknown_type', this.#always(), {});
  }

  /** One that must be refused. */
  signed(signing: Signing = {}): Message {
    return this.#message(this.#bodyOf(this.#subject.type, this.#data), signing, messageId());
  }

  /** Its time was changed after the signature. */
  forged(): Message {
    const whole = this.signed();
    const later = new Date(this.#subject.now + HOUR_MS).toISOString();
    return { ...whole, body: whole.body.replaceAll(this.#timestamp, later) };
  }

  get #timestamp(): string {
    return new Date(this.#subject.now).toISOString();
  }

  /** What the data of every event has. */
  #always(): Record<string, unknown> {
    return { profile_id: this.#subject.profileId, occurred_at: this.#timestamp };
  }

  #bodyOf(type: string, data: object): string {
    return JSON.stringify({ type, timestamp: this.#timestamp, data });
  }

  #expect(type: string, data: object, signing: Signing): Message {
    const id = messageId();
    this.expected.push({ id, type });
    return this.#message(this.#bodyOf(type, data), signing, id);
  }

  #message(body: string, { secrets = this.#subject.secrets, at = this.#subject.now }: Signing, id: string): Message {
    return { body, headers: deliveryHeaders(secrets, { id, at, body }) };
  }
}

const messageId = (): string => `msg_check_${randomUUID()}`;

const probe = (name: string, sent: string, message: Message, judge: (reply: Reply) => Verdict): Probe => ({
  name,
  sent,
  play: async (line) => {
    const reply = await line.send(message);
    return { reply, verdict: judge(reply) };
  },
});

const broken = (name: string, sent: string, message: Message, at: BreakPoint): Probe => ({
  name,
  sent,
  play: async (line) => {
    const reply = await line.sendAfterBreak(message, at);
    return { reply, verdict: repeated(reply) };
  },
});

const forbidden = (name: string, sent: string, message: Message, why: string): Probe =>
  probe(name, sent, message, (reply) => refused(reply, why));

export function webhookProbes(subject: WebhookSubject): { probes: Probe[]; expected: ExpectedEvent[] } {
  const examples = new Examples(subject);
  const first = examples.counted();
  const stranger: WebhookSecret[] = [{ secret: acceptSecret(undefined), until: null }];
  const both = { secrets: [...stranger, ...subject.secrets] };
  const unsigned = { body: examples.signed().body, headers: { 'content-type': 'application/json' } };
  const old = examples.signed({ at: subject.now - HOUR_MS });
  const probes = [
    probe('event', `a signed ${subject.type}`, first, accepted),
    probe('repetition', 'the same again, with the same id and bytes', first, repeated),
    broken(
      'silence',
      'an event whose sender goes away before the response, then the same again',
      examples.counted(),
      'before the answer',
    ),
    broken('cut', 'an event that breaks off in the body, then the same whole', examples.counted(), 'in the body'),
    probe(
      'two_signatures',
      'an event with a signature of another secret beside the right one, as during a rotation',
      examples.counted({}, both),
      accepted,
    ),
    probe('unknown_type', 'an event of a type that a later version may have', examples.ofUnknownType(), accepted),
    probe(
      'unknown_field',
      'an event with a field that a later version may have',
      examples.counted({ check_unknown_field: true }),
      accepted,
    ),
    forbidden('foreign_signature', 'an event that another secret signed', examples.signed({ secrets: stranger }), FORGEABLE),
    forbidden(
      'changed_bytes',
      'an event whose bytes were changed after it was signed',
      examples.forged(),
      'the signature is not compared with the bytes as they came',
    ),
    forbidden('no_signature', 'an event without a signature', unsigned, FORGEABLE),
    forbidden('old_timestamp', 'an event that was signed an hour ago', old, REPLAYABLE),
  ];
  return { probes, expected: examples.expected };
}
