// One-time codes for a number under registration: WhatsApp sends them by SMS or a call, a gateway forwards the text to an address of the number, and the
// code waits here, sealed, for ten minutes and one reader. It is never logged, and in no backup.
import { z } from 'zod';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { stateChange } from '../../../base/contract/operation.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import { readJson } from '../../../base/kit/stored-json.ts';
import { Mutex } from '../../../base/work/memo.ts';
import { whatsAppNumbers } from '../../connections/index.ts';

const SEAL = 'number code relay';
const LIFE_MS = 600_000;
const RETRY_SECONDS = 30;
/** Six digits, as WhatsApp writes them: `123-456`. */
const CODE = /(?<![\d-])(\d{3})[-\s]?(\d{3})(?![\d-])/;

const place = z.tuple([z.string(), z.string()]);
const kept = z.object({ code: z.string(), at: z.number() });
type Kept = z.infer<typeof kept>;

const nameOf = (numberId: string): string => `number code ${numberId}`;

const turnsOf = (base: ReadBase): Mutex => base.memo('number codes', () => new Mutex());

/** The store of what must not stay. @throws ApiError `messaging_otp_relay_unavailable` */
async function relaying<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const error = new ApiError('messaging_otp_relay_unavailable', 'One-time codes cannot be relayed now.', {}, RETRY_SECONDS);
    error.cause = cause;
    throw error;
  }
}

const hasNumber = (base: ReadBase, profileId: string, numberId: string): boolean =>
  whatsAppNumbers(base, profileId).some((each) => each.numberId === numberId);

const addressFor = (base: ReadBase, profileId: string, numberId: string): string => {
  const token = base.state.vault.seal(SEAL, JSON.stringify([profileId, numberId])).toString('base64url');
  return `${publicAddress(base)}/hooks/number-codes/${token}`;
};

/** Keeps the code in a forwarded text; a later one replaces it. @throws ApiError */
export async function receiveNumberCode(base: Base, token: string, text: string): Promise<void> {
  const refusal = (): ApiError => new ApiError('unauthorized', 'There is no such address for codes.');
  let named: z.infer<typeof place>;
  try {
    named = readJson('an address for codes', place, base.state.vault.open(SEAL, Buffer.from(token, 'base64url')));
  } catch {
    throw refusal();
  }
  const [profileId, numberId] = named;
  if (!hasNumber(base, profileId, numberId)) throw refusal();
  const [, first, second] = CODE.exec(text) ?? [];
  if (first === undefined || second === undefined) throw new ApiError('validation_error', 'The text has no code of six digits.');
  const value: Kept = { code: first + second, at: base.clock.now() };
  const values = new Map([[nameOf(numberId), JSON.stringify(value)]]);
  await relaying(() => base.shortLived.put(profileId, values));
}

/** It can be read once. */
function takeCode(base: ReadBase, profileId: string, numberId: string): Promise<Kept | undefined> {
  const name = nameOf(numberId);
  return turnsOf(base).run(`${profileId} ${numberId}`, () =>
    relaying(async () => {
      const found = base.shortLived.get(profileId, [name]).get(name);
      if (!found) return undefined;
      await base.shortLived.remove(profileId, [name], { isWiped: true });
      const value = readJson('a one-time code', kept, found.text);
      return value.at + LIFE_MS > base.clock.now() ? value : undefined;
    }),
  );
}

export const getNumberCode = stateChange('getNumberCode', {
  // A dry run takes no code away.
  asksOutside: true,
  prepare: async ({ profile: { profileId }, params: { id } }, base) => {
    if (!hasNumber(base, profileId, id)) throw new ApiError('not_found', 'The profile has no connected number with this id.');
    const found = await takeCode(base, profileId, id);
    if (found) return found;
    throw new ApiError(
      'not_found',
      `No code has come in the last ten minutes. Have the SMS or call forwarded as a POST with its text to ${addressFor(base, profileId, id)}`,
    );
  },
  change: ({ principal, profile, params: { id } }, tx, { code, at }) => {
    writeAudit(tx, { actor: actorOf(principal), action: 'number.code_read', ...profile, subject: id, detail: {} });
    const times = { received_at: new Date(at).toISOString(), expires_at: new Date(at + LIFE_MS).toISOString() };
    return { data: { id, code, ...times } };
  },
});
