// Webhooks of HubSpot, for the whole app: signed with the app's secret, in three versions (developers.hubspot.com, validating requests). The
// third is over method, address, body and time; the older ones have no time and are refused unless the operator allows them.
import { createHash } from 'node:crypto';
import { parseJson } from '../http/json.ts';
import type { HookMessage, HookRequest } from '../record-source.ts';
import type { Secret } from '../secret.ts';
import { headerOf, hmacOf, isRecent, isSameText } from '../signatures.ts';
import { event, type HubSpotEvent } from './shapes.ts';

const DEAL_TYPE = '0-3';
/** The escapes of the address that are decoded before it is signed; no others are. */
const DECODED = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;

export interface HubSpotKey {
  clientSecret: Secret;
  allowsOldSignatures: boolean;
  now: number;
}

export function isSignedByHubSpot(request: HookRequest, { clientSecret, allowsOldSignatures, now }: HubSpotKey): boolean {
  const { headers, method, url, body } = request;
  const signature = headerOf(headers, 'x-hubspot-signature-v3');
  if (signature !== undefined) {
    const time = headerOf(headers, 'x-hubspot-request-timestamp') ?? '';
    if (!/^\d{1,15}$/.test(time) || !isRecent(Number(time), now)) return false;
    const address = url.replace(DECODED, (each) => decodeURIComponent(each));
    return isSameText(
      signature,
      hmacOf(clientSecret, Buffer.concat([Buffer.from(method + address), body, Buffer.from(time)]), 'base64'),
    );
  }
  const old = headerOf(headers, 'x-hubspot-signature');
  if (!allowsOldSignatures || old === undefined) return false;
  const isSecond = headerOf(headers, 'x-hubspot-signature-version') === 'v2';
  const hash = createHash('sha256').update(clientSecret.reveal());
  if (isSecond) hash.update(method + url);
  return isSameText(old, hash.update(body).digest('hex'));
}

/** The deals that events name; undefined for what HubSpot has not signed. */
export function readHubSpotHook(request: HookRequest, key: HubSpotKey): HookMessage[] | undefined {
  if (!isSignedByHubSpot(request, key)) return undefined;
  const sent = parseJson(request.body.toString());
  const events = (Array.isArray(sent) ? sent : [sent]).flatMap((each) => event.safeParse(each).data ?? []);
  const named = events.flatMap((each) => dealsOf(each).map((id) => ({ accountId: each.portalId, id })));
  const once = new Map(named.map((each) => [`${each.accountId} ${each.id}`, each]));
  return [...once.values()].map(({ accountId, id }) => ({ accountId, ref: { type: 'deal', id } }));
}

function dealsOf(sent: HubSpotEvent): string[] {
  const { subscriptionType, objectTypeId, fromObjectTypeId, associationType } = sent;
  if (subscriptionType.endsWith('.associationChange')) {
    const isOfDeal = fromObjectTypeId === DEAL_TYPE || associationType?.startsWith('DEAL_TO_') === true;
    return isOfDeal && sent.fromObjectId !== undefined ? [sent.fromObjectId] : [];
  }
  if (!subscriptionType.startsWith('deal.') && objectTypeId !== DEAL_TYPE) return [];
  const ids = [sent.objectId, sent.primaryObjectId, sent.newObjectId, ...(sent.mergedObjectIds ?? [])];
  return [...new Set(ids.filter((id) => id !== undefined))];
}
