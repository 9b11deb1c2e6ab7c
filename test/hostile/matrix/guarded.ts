// Every guard on, in the world of the matrix; the requests that try to lower them, made from the contract; and what became of the guards.
import assert from 'node:assert/strict';
import { GUARDS, type GuardName, guardValue } from '../../../src/account/guards/index.ts';
import { type ContractOperation, contract, isJsonObject, type Json, resolveSchema } from '../../../src/base/contract/document.ts';
import { ownHosts } from '../../../src/collect/tracking/settings.ts';
import { setWebhookTarget } from '../../../src/providers/http/webhook-target.ts';
import { bodyFor } from './asking.ts';
import type { Credential, Place } from './rules.ts';
import type { MatrixWorld } from './world.ts';

/** The places whose guards are watched. */
const WATCHED = ['own', 'sibling', 'apps'] as const;

export interface Guarded {
  world: MatrixWorld;
  /** The subscription of each watched profile, which has no personal data. */
  subscriptions: Record<string, string>;
  /** Each guard of each place, as "guard of place: value", and the hosts whose pages may send events. */
  values(): string[];
}

/** A guard of the workspace, and not of each profile. */
const OF_WORKSPACE: readonly GuardName[] = ['healthcare_agency', 'agents_writing', 'token_approval', 'public_snapshots'];
const NAMES = Object.keys(GUARDS) as GuardName[];

export async function raiseGuards(world: MatrixWorld): Promise<Guarded> {
  const { app, make, ownerId, places } = world;
  setWebhookTarget(app.base, { asksInnerNames: true, isAllowed: () => true });
  const api = app.api(make.sessionOf(ownerId));
  const subscriptions: Record<string, string> = {};
  const { workspaceId } = places.own;
  for (const name of WATCHED) {
    const { profileId } = places[name];
    const query = { profile_id: profileId };
    const answers = [
      await api.patch('/profile', { privacy_mode: 'hipaa', domains: ['shop.example'] }, query),
      await api.patch('/tracking/settings', { origin_policy: 'own_domains' }, query),
      await api.post('/webhooks/subscriptions', { url: 'https://localhost/', event_types: ['*'] }, query),
    ];
    for (const { status, body } of answers) assert.ok(status < 300, JSON.stringify(body));
    subscriptions[profileId] = answers[2]?.body.data.id;
  }
  await api.patch(`/workspaces/${workspaceId}/compliance-overview`, { healthcare_agency: true });
  await api.put(`/workspaces/${workspaceId}/mcp-settings`, { require_approval_for_tokens: true });
  const values = (): string[] =>
    NAMES.flatMap((guard) =>
      OF_WORKSPACE.includes(guard)
        ? [`${guard}: ${guardValue(app.base, guard, { workspaceId })}`]
        : WATCHED.map((name) => `${guard} of ${name}: ${guardValue(app.base, guard, places[name])}`),
    );
  const strongest: readonly string[] = NAMES.map((guard) => GUARDS[guard].values[0]);
  for (const line of values())
    assert.ok(
      strongest.some((value) => line.endsWith(`: ${value}`)),
      line,
    );
  // One host more would be as good as any page to who owns it.
  const hosts = (): string[] => WATCHED.map((name) => `hosts of ${name}: ${ownHosts(app.base, places[name].profileId).sort()}`);
  return { world, subscriptions, values: () => [...values(), ...hosts()] };
}

/** Who may lower guards: a person who is present, and an owner or admin. */
export const mayLower = ({ kind, workspaceRole }: Credential): boolean =>
  kind === 'session' && (workspaceRole === 'owner' || workspaceRole === 'admin');

/** What each field would be set to by who wants the guard gone. */
const WEAK: Readonly<Record<string, readonly unknown[]>> = {
  privacy_mode: ['standard', 'platform_safe', null],
  pii_mode: ['standard'],
  healthcare_agency: [false, null],
  mcp_writeback_enabled: [true],
  require_approval_for_tokens: [false, null],
  is_public_allowed: [true],
  origin_policy: ['any', null],
  extra_origins: [['evil.example'], ['shop.example', 'evil.example']],
  domains: [['evil.example'], ['shop.example', 'evil.example']],
  includes_personal_data: [true],
  url: ['https://localhost/other'],
};

const propertiesOf = ({ bodySchema }: ContractOperation): string[] =>
  bodySchema ? Object.keys(resolveSchema(contract().document, bodySchema).properties ?? {}) : [];

/** The example of the contract, and that with each field that it has of a guard set to a lower value, alone, with the rest, and with all others. */
export function attemptsOf(operation: ContractOperation, place: Place): unknown[] {
  const example = bodyFor(operation, place);
  const fields = propertiesOf(operation).filter((name) => Object.hasOwn(WEAK, name));
  const rest: Json = isJsonObject(example) ? example : {};
  const single = fields.flatMap((name) => (WEAK[name] ?? []).flatMap((value) => [{ [name]: value }, { ...rest, [name]: value }]));
  const together = fields.length > 1 ? [{ ...rest, ...Object.fromEntries(fields.map((name) => [name, WEAK[name]?.[0]])) }] : [];
  return [example, ...single, ...together];
}

/** Path parameters that lead to what a guard protects. */
export const idsOf = ({ subscriptions }: Guarded, operation: ContractOperation, { profileId }: Place): Record<string, string> =>
  operation.path.includes('/webhooks/subscriptions/') ? { id: subscriptions[profileId] ?? '' } : {};
