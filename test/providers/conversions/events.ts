// Conversions for the tests of destinations: one that has everything, and a door to each destination at its fake.
import type { TestContext } from 'node:test';
import type { Logger } from 'pino';
import { readConfig } from '../../../src/base/config/config.ts';
import { type Clock, systemClock } from '../../../src/base/kit/clock.ts';
import type { DestinationKind, DestinationSettings, NeutralEvent } from '../../../src/providers/conversions/destination.ts';
import { createDestinations } from '../../../src/providers/conversions/index.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { type ReceiverId, receiverSettings, startConversionReceiver } from '../../fakes/conversions/platforms.ts';
import { type Receiver, TOKEN } from '../../fakes/conversions/receiver.ts';

export const NOW = Date.parse('2026-11-25T12:00:00Z');

export const fullEvent = (more: Partial<NeutralEvent> = {}): NeutralEvent => ({
  eventId: 'conversion-1',
  occurredAt: NOW - 3_600_000,
  eventName: 'purchase',
  actionSource: 'website',
  value: { amount: '129.90', currency: 'EUR' },
  pageUrl: 'https://shop.example/thanks?order=7',
  orderId: 'order-7',
  person: {
    emails: ['Ana.Perez+news@Gmail.com'],
    phones: ['+56 9 8765 4321'],
    firstName: 'Ana María',
    lastName: "O'Brien",
    city: 'San José',
    region: 'California',
    postalCode: '94045-1234',
    country: 'US',
    gender: 'female',
    birthDate: '1990-12-31',
    externalId: 'Customer 7',
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
    clickIds: {
      fbc: 'fb.1.1764000000000.IwAR1',
      fbp: 'fb.1.1764000000000.1234',
      ctwa_clid: 'ctwa-1',
      gclid: 'g-1',
      ttclid: 'tt-1',
      ttp: 'ttp-1',
      li_fat_id: 'li-1',
      msclkid: 'ms-1',
      epik: 'dj0x',
      sc_click_id: 'sc-1',
      rdt_cid: 'rdt-1',
      gbraid: 'gb-1',
      wbraid: 'wb-1',
      oppref: 'op-1',
      twclid: 'tw-1',
    },
  },
  consent: { adUserData: true, adPersonalization: false },
  kind: 'conversion',
  ...more,
});

export const SETTINGS: DestinationSettings = { targetId: '777', accountId: '1234567890', loginAccountId: '99' };

export const grant = { accessToken: () => Promise.resolve(new Secret(TOKEN)) };

interface OpenOptions {
  /** Short where a test waits for it. */
  timeoutMs?: number;
  clock?: Clock;
  log?: Logger;
}

export function destinationsAt(
  providers: Record<string, Record<string, unknown>>,
  { timeoutMs = 10_000, clock = systemClock, log }: OpenOptions = {},
): ReturnType<typeof createDestinations> {
  const config = readConfig({ dataDir: '/nowhere', providers }, {});
  return createDestinations(config.providers, { clock, timeoutMs, ...(log ? { log } : {}) });
}

export async function openDestination(
  t: TestContext,
  id: ReceiverId,
  options?: OpenOptions,
): Promise<{ kind: DestinationKind; receiver: Receiver }> {
  const receiver = await startConversionReceiver(t, id);
  receiver.now = () => NOW;
  const kind = destinationsAt(receiverSettings(id, receiver.url), options).get(id);
  if (!kind) throw new Error(`${id} is not there`);
  return { kind, receiver };
}
