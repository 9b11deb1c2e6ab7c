// Webhooks of HighLevel, for the whole app: signed over the body with a key of HighLevel's own, of which everybody knows the public half.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { parseJson } from '../http/json.ts';
import type { HookMessage, HookRequest } from '../record-source.ts';
import { headerOf } from '../signatures.ts';
import { event } from './shapes.ts';

/** Ed25519: 64 bytes in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

/** @param spki In base64. @throws for what is no public key. */
export const publicKeyOf = (spki: string): KeyObject =>
  createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });

export function isSignedByGoHighLevel({ headers, body }: HookRequest, key: KeyObject): boolean {
  const signature = headerOf(headers, 'x-ghl-signature') ?? '';
  return SIGNATURE.test(signature) && verify(null, body, key, Buffer.from(signature, 'base64'));
}

/** The opportunity that an event names; undefined for what HighLevel has not signed. */
export function readGoHighLevelHook(request: HookRequest, key: KeyObject): HookMessage[] | undefined {
  if (!isSignedByGoHighLevel(request, key)) return undefined;
  const sent = event.safeParse(parseJson(request.body.toString())).data;
  if (!sent?.type.startsWith('Opportunity')) return [];
  const { id, locationId, pipelineStageId, timestamp } = sent;
  const seen = pipelineStageId === undefined ? [] : [{ stageId: pipelineStageId, at: timestamp }];
  return [{ accountId: locationId, ref: { type: 'deal', id, seen } }];
}
