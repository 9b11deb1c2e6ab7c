// The generic HTTPS destination: JSON to an endpoint of the customer's, signed with a secret of the destination. Receivers compare event
// ids, so what may have arrived is sent again. Of people it sends hashes, the country
// and the customer's own id for them where that is a plain id, and nothing under `hipaa`.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { ProviderFailure } from '../http/failure.ts';
import { type Outside, type OutsideAnswer, OutsideRefusal } from '../http/guard.ts';
import { parseJson } from '../http/json.ts';
import { outcomeOfRefusal } from '../http/outside-request.ts';
import type { Secret } from '../secret.ts';
import { judgeNamed, nothingDecided } from './answer-entries.ts';
import type { Built, DestinationKind, Receipt } from './destination.ts';
import { EVENT_NAMES } from './event-names.ts';
import { digests, sha256 } from './hashing/digest.ts';
import { MICROSOFT } from './hashing/rules.ts';
import { destinationKind, keysOf, type NamedEvent, plainId, withoutEmpty } from './kind.ts';

const ID = 'https';
const LANE = 'events';
const DAY_MS = 86_400_000;
const TIMEOUT_MS = 20_000;
const MAX_BYTES = 262_144;

/** Names as they are; the safe modes send no name of the advertiser's own. */
const NAMES = { usual: Object.fromEntries(EVENT_NAMES.map((name) => [name, name])) };

/** What the endpoint gets of one conversion. */
export function buildEvent(event: NamedEvent): Built {
  const { eventId, occurredAt, actionSource, value, kind, original, pageUrl, person } = event;
  const about = {
    email_sha256: digests(MICROSOFT.em, person.emails),
    phone_sha256: person.phones.map((phone) => sha256(`+${phone.replace(/\D/g, '')}`)),
    external_id: person.externalId && plainId(person.externalId),
    country: person.country,
  };
  const body = {
    event_id: eventId,
    kind,
    event_name: event.at.name,
    occurred_at: new Date(occurredAt).toISOString(),
    action_source: actionSource,
    value: value ?? null,
    ...(pageUrl !== undefined && actionSource === 'website' ? { page_url: pageUrl } : {}),
    ...(original ? { original_event_id: original.eventId } : {}),
    person: withoutEmpty(about),
    click_ids: person.clickIds,
  };
  return { payload: { lane: LANE, body }, matchKeys: keysOf({ ...about, ...person.clickIds }).sort(), actionSource };
}

const answered = z.looseObject({ rejected: z.array(z.unknown()).nullish() });
const named = z.object({ index: z.int().nonnegative(), reason: z.string().catch('refused') });

/** Reasons are codes: a sentence of the receiver's may repeat what was sent. */
const codeOf = (reason: string): string => (/^[a-z][a-z_]{0,40}$/.test(reason) ? reason : 'refused');

/** A request as the endpoint gets it, with its signature over the bytes. */
export function signedRequest(events: readonly unknown[], secret: Secret): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({ events });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tributary-Conversions/1.0',
    'x-tributary-signature': `sha256=${createHmac('sha256', secret.reveal()).update(body).digest('hex')}`,
  };
  return { body, headers };
}

/** Receivers that say nothing, or something that is no JSON and does not claim to be, have the events by their status alone. */
export function judgeEndpoint({ body, headers, isCut }: OutsideAnswer, count: number): Pick<Receipt, 'rejected' | 'undecided'> {
  const text = body.toString('utf8').trim();
  if (isCut) return nothingDecided(count);
  if (text === '' || !(/^[{[]/.test(text) || headers['content-type']?.includes('json'))) return { rejected: [] };
  const parsed = parseJson(text);
  if (parsed === undefined) return nothingDecided(count);
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return { rejected: [] };
  const found = answered.safeParse(parsed);
  if (!found.success) return nothingDecided(count);
  return judgeNamed(count, found.data.rejected ?? [], (each) => {
    const { index, reason } = named.safeParse(each).data ?? {};
    return index === undefined || reason === undefined ? undefined : { index, reason: codeOf(reason) };
  });
}

/** A request that is wrong in itself, by what it contains. */
const REFUSED: readonly number[] = [400, 413, 422];
/** The endpoint is not there for us. */
const FORBIDDEN: readonly number[] = [401, 403, 404, 410];

function failureOf({ status, headers }: OutsideAnswer): ProviderFailure {
  const after = Number(headers['retry-after']);
  const retryAfterMs = Number.isSafeInteger(after) && after > 0 ? after * 1000 : undefined;
  const isThrottled = status === 429 || (status === 503 && retryAfterMs !== undefined);
  const isRedirect = status >= 300 && status <= 399;
  const answered = FORBIDDEN.includes(status) ? 'forbidden' : isRedirect ? 'conflict' : 'unavailable';
  const outcome = REFUSED.includes(status) ? 'rejected' : isThrottled ? 'throttled' : answered;
  return new ProviderFailure(ID, outcome, `the endpoint responded ${status}`, { status, code: String(status), retryAfterMs });
}

export const createHttpsDestination = (outside: () => Outside): DestinationKind =>
  destinationKind({
    id: ID,
    names: NAMES,
    safeFields: { platform_safe: ['emails', 'phones'], hipaa: [] },
    limits: {
      batch: 200,
      maxAgeMs: 30 * DAY_MS,
      dedupWindowMs: 60 * DAY_MS,
      namesIndex: true,
      canRestate: true,
      canRetract: true,
    },
    build: buildEvent,
    send: async (grant, { targetId }, payloads): Promise<Receipt> => {
      const signed = signedRequest(
        payloads.map(({ body }) => body),
        await grant.accessToken(),
      );
      const call = { ...signed, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, isBodyCut: true };
      const answer = await outside()(targetId, call).catch((error: unknown) => {
        if (!(error instanceof OutsideRefusal)) throw error;
        throw new ProviderFailure(ID, outcomeOfRefusal[error.reason], `the endpoint could not be reached: ${error.reason}`, {
          code: error.reason,
        });
      });
      const { rejected, undecided } = judgeEndpoint(answer, payloads.length);
      if (answer.status >= 200 && answer.status <= 299) return { rejected, undecided, acceptedOthers: true };
      if (REFUSED.includes(answer.status) && rejected.length > 0) return { rejected, acceptedOthers: false };
      throw failureOf(answer);
    },
  });
