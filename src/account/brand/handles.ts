// Handles of pages of links: one per profile, none that can be mistaken for another.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';

const HANDLE = /^(?=.{3,30}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** So long the previous handle leads to the page, and nobody else can have it. */
const KEPT_MS = 90 * 86_400_000;
/** Those before these are free at once: renaming again and again reserves no names. */
const MOST_RETIRED = 3;

/** Names that look like the service's own or like its operator's. */
const RESERVED = new Set(
  [
    'about',
    'abuse',
    'account',
    'admin',
    'administrator',
    'api',
    'app',
    'assets',
    'auth',
    'billing',
    'blog',
    'console',
    'contact',
    'demo',
    'docs',
    'download',
    'health',
    'help',
    'home',
    'index',
    'invoice',
    'legal',
    'login',
    'logout',
    'mail',
    'mcp',
    'metrics',
    'new',
    'null',
    'oauth',
    'official',
    'password',
    'pay',
    'payment',
    'payments',
    'press',
    'privacy',
    'profile',
    'public',
    'reset',
    'root',
    'sandbox',
    'security',
    'settings',
    'share',
    'shop',
    'sign-in',
    'sign-up',
    'signin',
    'signup',
    'staff',
    'static',
    'status',
    'store',
    'support',
    'system',
    'team',
    'terms',
    'test',
    'tributary',
    'undefined',
    'user',
    'verify',
    'webhook',
    'webhooks',
    'www',
  ].map(skeletonOf),
);

export type HandleFault = 'invalid' | 'reserved' | 'taken' | 'too_similar';

const FAULTS: Readonly<Record<HandleFault, string>> = {
  invalid: 'has 3 to 30 of the letters a to z, digits and single hyphens between them',
  reserved: 'is reserved',
  taken: 'belongs to another profile',
  too_similar: "looks like another profile's",
};

/** What a reader takes it for: characters that look alike are the same, hyphens are nothing. */
export function skeletonOf(handle: string): string {
  return handle
    .replaceAll('-', '')
    .replace(/[01i5382]/g, (each) => ({ 0: 'o', 1: 'l', i: 'l', 5: 's', 3: 'e', 8: 'b', 2: 'z' })[each] ?? each)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');
}

export const normalHandle = (value: string): string => value.trim().toLowerCase();

const isOver = (base: ReadBase, retiredAt: number | null): boolean =>
  retiredAt !== null && retiredAt + KEPT_MS <= base.clock.now();

/** Why a profile cannot have a handle; undefined where it can, or has it. */
export function faultOfHandle(base: ReadBase, profileId: string, handle: string): HandleFault | undefined {
  if (!HANDLE.test(handle)) return 'invalid';
  const skeleton = skeletonOf(handle);
  if (RESERVED.has(skeleton)) return 'reserved';
  const alike = base.state.statement('account/brand/handle_like').get({ skeleton });
  if (!alike || alike.profile_id === profileId || isOver(base, alike.retired_at)) return undefined;
  return alike.handle === handle ? 'taken' : 'too_similar';
}

export const handleOf = (base: ReadBase, profileId: string): string | null =>
  base.state.statement('account/brand/handle_get').get({ profile_id: profileId })?.handle ?? null;

/** In the caller's transaction. @throws ApiError `validation_error` or `invalid_state` */
export function takeHandle(tx: Base, profileId: string, handle: string): void {
  const before = handleOf(tx, profileId);
  if (before === handle) return;
  const fault = faultOfHandle(tx, profileId, handle);
  if (fault) throw new ApiError(fault === 'invalid' ? 'validation_error' : 'invalid_state', `handle: ${FAULTS[fault]}.`);
  const alike = tx.state.statement('account/brand/handle_like').get({ skeleton: skeletonOf(handle) });
  if (alike) tx.state.statement('account/brand/handle_remove').run({ handle: alike.handle });
  tx.state.statement('account/brand/handle_retire').run({ profile_id: profileId, now: tx.clock.now() });
  tx.state.statement('account/brand/handle_put').run({ handle, skeleton: skeletonOf(handle), profile_id: profileId });
  for (const { handle: old } of tx.state
    .statement('account/brand/handles_retired')
    .all({ profile_id: profileId, most: MOST_RETIRED }))
    tx.state.statement('account/brand/handle_remove').run({ handle: old });
}

export interface Found {
  profileId: string;
  /** The handle of now where the one that was looked for has been given up. */
  movedTo: string | null;
}

export function findHandle(base: ReadBase, handle: string): Found | undefined {
  const row = HANDLE.test(handle) ? base.state.statement('account/brand/handle_find').get({ handle }) : undefined;
  if (!row || isOver(base, row.retired_at)) return undefined;
  return { profileId: row.profile_id, movedTo: row.retired_at === null ? null : row.handle_now };
}
