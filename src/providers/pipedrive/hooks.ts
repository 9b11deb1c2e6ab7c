// Webhooks of Pipedrive: unsigned, with the name and the password of their registration.
import { parseJson } from '../http/json.ts';
import type { HookKey, HookMessage, HookRequest, ReachedStage, RecordRef } from '../record-source.ts';
import type { Secret } from '../secret.ts';
import { headerOf, isSameText } from '../signatures.ts';
import { event } from './shapes.ts';

export const HOOK_USER = 'tributary';

const basicOf = (secret: Secret): string => `Basic ${Buffer.from(`${HOOK_USER}:${secret.reveal()}`).toString('base64')}`;

export function readPipedriveHook({ headers, body }: HookRequest, { secret }: HookKey): HookMessage[] | undefined {
  const sentBasic = headerOf(headers, 'authorization');
  if (secret === undefined || sentBasic === undefined || !isSameText(sentBasic, basicOf(secret))) return undefined;
  const sent = event.safeParse(parseJson(body.toString())).data;
  const id = sent?.meta.entity_id;
  if (!sent || id === undefined) return [];
  const { data, previous, meta } = sent;
  const named = { accountId: meta.company_id, id };
  if (meta.entity === 'lead' && meta.action !== 'delete') return [messageOf({ ...named, type: 'lead' })];
  if (meta.entity !== 'deal') return [];
  // A stage that the deal has left by now is known from here alone.
  const seen: ReachedStage[] = [previous, data].flatMap((each) =>
    each?.stage_id === undefined ? [] : [{ stageId: each.stage_id, at: each.stage_change_time }],
  );
  return [messageOf({ ...named, type: 'deal', seen })];
}

const messageOf = ({ accountId, ...ref }: RecordRef & { accountId: string }): HookMessage => ({ accountId, ref });
