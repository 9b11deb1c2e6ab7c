// Webhooks of Mercado Pago: one address for the app, signed with its webhook secret over the id in the address, the id of the request and the
// time. The body is not signed, and what it says is a hint: payments are read with the grant of the account.
import { z } from 'zod';
import { parseJson } from '../http/json.ts';
import type { HookMessage, HookRequest } from '../record-source.ts';
import type { Secret } from '../secret.ts';
import { idText } from '../shapes.ts';
import { headerOf, hmacOf, isRecent, isSameText } from '../signatures.ts';

const body = z.object({ type: z.string().nullish(), user_id: idText.nullish() });
/** Times after this are in milliseconds; it is documented as both. */
const FIRST_MS = 100_000_000_000;

export function isSignedByMercadoPago(
  { url, headers }: Pick<HookRequest, 'url' | 'headers'>,
  secret: Secret,
  now: number,
): boolean {
  const parts = (headerOf(headers, 'x-signature') ?? '').split(',').map((part) => part.split('=').map((each) => each.trim()));
  const partOf = (name: string): string => parts.find(([each]) => each === name)?.[1] ?? '';
  const [time, ids] = [partOf('ts'), idsOf(url)];
  if (!/^\d{1,15}$/.test(time) || ids.length > 1) return false;
  const at = Number(time) < FIRST_MS ? Number(time) * 1_000 : Number(time);
  const pairs = [
    ['id', ids[0]?.toLowerCase()],
    ['request-id', headerOf(headers, 'x-request-id')],
    ['ts', time],
  ];
  const signed = pairs.flatMap(([name, value]) => (value ? [`${name}:${value};`] : [])).join('');
  return isSameText(partOf('v1'), hmacOf(secret, signed, 'hex')) && isRecent(at, now);
}

const idsOf = (url: string): string[] => queryOf(url).getAll('data.id');

/** Absolute, or from the path on. */
const queryOf = (url: string): URLSearchParams => new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');

export function readMercadoPagoHook(request: HookRequest, secret: Secret, now: number): HookMessage[] | undefined {
  if (!isSignedByMercadoPago(request, secret, now)) return undefined;
  const sent = body.safeParse(parseJson(request.body.toString())).data;
  const [id = ''] = idsOf(request.url);
  const isPayment = (queryOf(request.url).get('type') ?? sent?.type) === 'payment' && /^\d{1,20}$/.test(id);
  return isPayment && sent?.user_id ? [{ accountId: sent.user_id, ref: { type: 'sale', id } }] : [];
}
