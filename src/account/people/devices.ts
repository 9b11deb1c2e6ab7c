// Browsers in which a person has signed in before, known by a sealed cookie: wrong passwords that strangers try elsewhere do not keep
// such a browser out. It opens nothing on its own.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Base } from '../../base/base.ts';

const CONTEXT = 'known device';
const DAY_MS = 86_400_000;
export const DEVICE_DAYS = 365;
const LONGEST = 1_000;

const shape = z.object({ person_id: z.string(), device_id: z.string(), signed_in_at: z.number() });

/** For the browser to keep; made again with every sign-in. */
export function deviceToken(base: Base, personId: string): string {
  const device: z.infer<typeof shape> = { person_id: personId, device_id: randomUUID(), signed_in_at: base.clock.now() };
  return base.state.vault.seal(CONTEXT, JSON.stringify(device)).toString('base64url');
}

/** The id of a browser in which this person signed in within a year; undefined of every other. */
export function findDevice(base: Base, personId: string | undefined, token: string | undefined): string | undefined {
  if (personId === undefined || token === undefined || token.length > LONGEST) return undefined;
  const device = opened(base, token);
  if (device?.person_id !== personId) return undefined;
  return base.clock.now() - device.signed_in_at < DEVICE_DAYS * DAY_MS ? device.device_id : undefined;
}

function opened(base: Base, token: string): z.infer<typeof shape> | undefined {
  try {
    return shape.safeParse(JSON.parse(base.state.vault.open(CONTEXT, Buffer.from(token, 'base64url')))).data;
  } catch {
    return undefined; // not sealed here, or with another master key
  }
}
