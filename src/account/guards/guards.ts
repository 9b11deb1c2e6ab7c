// Guards: settings that protect people and firms. Raising one is direct; lowering one takes an owner or admin of the workspace, in a session or by
// deciding a handoff. Each has its values here from the strongest to the weakest; the check, the documents and a test read this list.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError, type ErrorDetails } from '../../base/contract/api-error.ts';
import type { Handoff, HandoffKind } from '../../base/contract/handoff.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { Principal } from '../../base/contract/operation.ts';
import type { GuardHook, GuardPlace } from '../../base/contract/slice-hooks.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import { handoffAddress, handoffStatus, openHandoffs, raiseHandoff } from '../handoffs/index.ts';
import { workspaceRole } from '../places/index.ts';

interface Guard {
  /** What is protected, as a sentence begins. */
  title: string;
  /** From the strongest to the weakest. */
  values: readonly string[];
  /** The operations that set it. */
  operations: readonly string[];
}

export const GUARDS = {
  privacy_mode: {
    title: 'The privacy mode of a profile',
    values: ['hipaa', 'platform_safe', 'standard'],
    operations: ['updateProfile', 'putConversionCatalog'],
  },
  healthcare_agency: {
    title: 'The mark of a workspace as a healthcare agency',
    values: ['on', 'off'],
    operations: ['updateComplianceOverview'],
  },
  agents_writing: {
    title: 'That agents only read by tools (`mcp_writeback_enabled`)',
    values: ['off', 'on'],
    operations: ['putMcpSettings'],
  },
  token_approval: {
    title: 'The approval of ad changes by agents’ tokens (`require_approval_for_tokens`)',
    values: ['on', 'off'],
    operations: ['putMcpSettings'],
  },
  public_snapshots: {
    title: 'That shared reports need an account (`is_public_allowed`)',
    values: ['off', 'on'],
    operations: ['putSnapshotSettings'],
  },
  origin_policy: {
    title: 'The pages that may send events',
    values: ['own_domains', 'any'],
    operations: ['updateTrackingSettings', 'updateProfile'],
  },
  webhook_personal_data: {
    title: 'That a webhook subscription has no personal data',
    values: ['off', 'on'],
    operations: ['createWebhookSubscription', 'updateWebhookSubscription'],
  },
} as const satisfies Record<string, Guard>;

export type GuardName = keyof typeof GUARDS;

/** True if the second value protects less than the first. */
export function isLower(name: GuardName, before: string, after: string): boolean {
  const values: readonly string[] = GUARDS[name].values;
  const [from, to] = [values.indexOf(before), values.indexOf(after)];
  if (from < 0 || to < 0) throw new Error(`the guard ${name} has no value ${from < 0 ? before : after}`);
  return to > from;
}

const hookOf = (base: ReadBase, name: string): GuardHook => {
  const found = hooksOf(base).find(({ guards }) => guards && Object.hasOwn(guards, name))?.guards?.[name];
  if (!found) throw new Error(`no slice has the guard ${name}`);
  return found;
};

/** The value of a guard that one profile or workspace has, of the list above. */
export const guardValue = (base: ReadBase, name: GuardName, place: GuardPlace): string => hookOf(base, name).value(base, place);

/** A person who is present, and an owner or admin: no token and no key, whatever the role behind it. */
const isLowering = (base: ReadBase, { kind, personId }: Principal, { workspaceId }: GuardPlace): boolean => {
  const role = kind === 'session' && personId !== undefined ? workspaceRole(base, personId, workspaceId) : undefined;
  return role === 'owner' || role === 'admin';
};

export interface Lowering {
  principal: Principal;
  place: GuardPlace;
  guard: GuardName;
  /** What an owner or admin is asked for: the part of the request that lowers the guard, as its hook carries it out. Without it nobody is asked. */
  change?: Record<string, unknown>;
}

/** The refusal of a change that lowers a guard. */
export class LoweringRefused extends ApiError {
  readonly lowering: Lowering;
  constructor(lowering: Lowering, message: string, extra: ErrorDetails = {}) {
    super('forbidden', message, extra);
    this.lowering = lowering;
  }
}

/**
 * For a change that lowers a guard, before anything is written: the refusal, which the change returns so that the handoff stays. Undefined where an owner
 * or admin makes it in a session.
 */
export function refuseLowering(tx: Base, lowering: Lowering): LoweringRefused | undefined {
  const { principal, place, guard, change } = lowering;
  if (isLowering(tx, principal, place)) return undefined;
  const message = `${GUARDS[guard].title}: only an owner or admin of the workspace lowers this, in a session or by deciding a handoff. Nothing was changed.`;
  if (change === undefined) return new LoweringRefused(lowering, message);
  const open = openHandoffs(tx, place.workspaceId, LOWERING).find(
    (each) =>
      each.profileId === (place.profileId ?? null) &&
      each.raisedBy === principal.credentialId &&
      canonicalJson(each.payload['change']) === canonicalJson(change) &&
      handoffStatus(tx, each) === 'awaiting_approval',
  );
  if (open) {
    const handoff = { id: open.handoffId, expires_at: new Date(open.expiresAt).toISOString() };
    return new LoweringRefused(lowering, `${message} It waits for their decision on the page whose link was returned before.`, {
      handoff,
    });
  }
  const handoff = raiseHandoff(tx, handoffAddress(tx), {
    kind: LOWERING,
    ...place,
    payload: { guard, change },
    principal,
    planned: { intent: { guard, change }, live: hookOf(tx, guard).value(tx, place, change) },
  });
  return new LoweringRefused(lowering, `${message} They decide on the page at handoff.url.`, { handoff });
}

const LOWERING = 'lower_guard';

interface Asked {
  hook: GuardHook;
  place: GuardPlace;
  change: Record<string, unknown>;
}

function askedBy(base: ReadBase, { payload, workspaceId, profileId }: Handoff): Asked {
  const { guard, change } = payload;
  if (typeof guard !== 'string') throw new Error('the handoff names no guard');
  return {
    hook: hookOf(base, guard),
    place: { workspaceId, ...(profileId === null ? {} : { profileId }) },
    change: Object(change),
  };
}

/** The texts and effects of handoffs of this kind. */
export const loweringKind: HandoffKind = {
  role: 'admin',
  describe: (base, handoff) => {
    const { hook, place, change } = askedBy(base, handoff);
    const { title, text } = hook.words?.(base, place, change) ?? { title: 'Lower a guard', text: [] };
    return {
      title,
      text: [...text, 'It is a guard: it protects people or your firm, so only an owner or admin lowers it.'],
      pending: ['Nothing has been changed yet.'],
      approve: { label: 'Lower it' },
      reject: 'Leave it as it is',
    };
  },
  planned: (tx, handoff) => {
    const { hook, place, change } = askedBy(tx, handoff);
    return { intent: { guard: handoff.payload['guard'], change }, live: hook.value(tx, place, change) };
  },
  approved: (tx, handoff, { actor }) => {
    const { hook, place, change } = askedBy(tx, handoff);
    if (!hook.apply) throw new Error('the guard is not changed by a handoff');
    return hook.apply(tx, place, change, actor);
  },
};
