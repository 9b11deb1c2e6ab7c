// Two event SDKs that others wrote, with their own queues, batches and repetitions, as they are set unless said otherwise: @segment/analytics-node and posthog-node.
// Neither sends what POST /events/batch takes, and both take a function for fetch: it writes their batch as events, whose keys are the SDK's message ids.
import type { TestContext } from 'node:test';
import { Analytics } from '@segment/analytics-node';
import { PostHog } from 'posthog-node';
import { z } from 'zod';
import { WAIT_MS } from '../../../until.ts';
import { acknowledge, atRate, BATCH, type Books, type Client, count, type Intake, isPayment } from './clients.ts';

interface SdkEvent {
  key: string;
  type: string;
  at: string;
  customer: string;
  name: string;
}

const PAYMENT = { value: { amount: '1.10', currency: 'USD' } };

/** Posts a batch of an SDK; it sees status and headers as they are. */
async function post(
  books: Books,
  { address, apiKey }: Intake,
  events: SdkEvent[],
  signal: AbortSignal | null,
): Promise<Response> {
  const body = {
    events: events.map(({ key, type, at, customer, name }) => ({
      event_type: type,
      idempotency_key: key,
      occurred_at: at,
      ...(type === 'payment_received' ? PAYMENT : {}),
      user_traits: { external_id: customer },
      properties: { name },
    })),
  };
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  try {
    const answer = await fetch(`${address}/api/v1/events/batch`, { method: 'POST', headers, body: JSON.stringify(body), signal });
    const text = await answer.text();
    count(books, answer.status);
    const names = events.map(({ name }) => name);
    if (answer.ok) acknowledge(books, names, text);
    return new Response(text, { status: answer.status, headers: answer.headers });
  } catch (error) {
    count(books, 0);
    throw error;
  }
}

/** The next events of a client, under names of their own. */
function nextEvents(books: Books, name: string): { event: string; userId: string; properties: { name: string } }[] {
  const first = books.sent;
  books.sent += BATCH;
  return Array.from({ length: BATCH }, (_, i) => ({
    event: isPayment(i) ? 'payment_received' : 'step_taken',
    userId: `customer-${i}`,
    properties: { name: `${name}-${first + i}` },
  }));
}

const named = z.looseObject({ name: z.string() });
const ofSegment = z.object({
  batch: z.array(
    z.object({ messageId: z.string(), event: z.string(), timestamp: z.string(), userId: z.string(), properties: named }),
  ),
});

export function segmentClient(t: TestContext, intake: Intake, perSecond: number): Client {
  const sdk = new Analytics({
    writeKey: 'any',
    host: intake.address,
    flushAt: BATCH,
    flushInterval: 1000,
    httpClient: async (_, { body, signal }) => {
      const events = ofSegment.parse(JSON.parse(body)).batch.map(({ messageId, event, timestamp, userId, properties }) => ({
        key: messageId,
        type: event,
        at: timestamp,
        customer: userId,
        name: properties.name,
      }));
      return post(client.books, intake, events, signal);
    },
  });
  const client: Client = atRate(t, 'segment', perSecond, async (books) => {
    for (const event of nextEvents(books, 'segment')) sdk.track(event);
  });
  return endedBy(client, () => sdk.closeAndFlush({ timeout: WAIT_MS }));
}

const ofPostHog = z.object({
  batch: z.array(
    z.object({ uuid: z.string(), event: z.string(), timestamp: z.string(), distinct_id: z.string(), properties: named }),
  ),
});

export function postHogClient(t: TestContext, intake: Intake, perSecond: number): Client {
  const sdk = new PostHog('any', {
    // By default it drops a batch that three repetitions, 3 s apart, did not bring to an answer: enough for a pause of 9 s on an idle machine.
    host: intake.address,
    disableCompression: true,
    flushAt: BATCH,
    flushInterval: 1000,
    fetchRetryCount: 100,
    fetch: async (_, { body, signal }) => {
      const events = ofPostHog
        .parse(JSON.parse(String(body)))
        .batch.map(({ uuid, event, timestamp, distinct_id, properties }) => ({
          key: uuid,
          type: event,
          at: timestamp,
          customer: distinct_id,
          name: properties.name,
        }));
      return post(client.books, intake, events, signal ?? null);
    },
  });
  const client: Client = atRate(t, 'posthog', perSecond, async (books) => {
    for (const { userId, ...event } of nextEvents(books, 'posthog')) sdk.capture({ distinctId: userId, ...event });
  });
  return endedBy(client, () => sdk.shutdown(300_000));
}

/** The SDK sends what it still has in its queue. */
function endedBy(client: Client, end: () => Promise<void>): Client {
  return {
    ...client,
    stop: async () => {
      await client.stop();
      await end();
    },
  };
}
