// The token between a dry run and its confirmation: sealed, so that it cannot be forged, and valid for one caller, one tool and the same arguments,
// for an hour.
import { createHash } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';

const LIFE_MS = 3_600_000;

export interface Tried {
  principal: Principal;
  tool: string;
  args: Record<string, unknown>;
}

const contextOf = ({ principal, tool, args }: Tried): string => {
  const hash = createHash('sha256').update(canonicalJson(args)).digest('base64url');
  return `mcp:confirm:${principal.credentialId}:${tool}:${hash}`;
};

export function confirmToken(base: Base, tried: Tried): { token: string; before: number } {
  const before = base.clock.now() + LIFE_MS;
  return { token: base.state.vault.seal(contextOf(tried), String(before)).toString('base64url'), before };
}

/** The token in canonical form, so that no other spelling is another key. Refuses a token issued for another call. */
export function checkedToken(base: Base, tried: Tried, token: unknown): string {
  const sealed = Buffer.from(typeof token === 'string' ? token : '', 'base64url');
  if (beforeOf(base, tried, sealed) <= base.clock.now())
    throw new ApiError('invalid_parameter', 'confirm_token: its hour is over; call dry_run again.');
  return sealed.toString('base64url');
}

function beforeOf(base: Base, tried: Tried, sealed: Buffer): number {
  try {
    return Number(base.state.vault.open(contextOf(tried), sealed));
  } catch {
    const message =
      'confirm_token: was not issued to this access for this tool and these arguments; call dry_run with them first.';
    throw new ApiError('invalid_parameter', message);
  }
}
