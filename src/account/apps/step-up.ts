// Step-up: a call was refused for a scope that the person could add. A widespread client answers that by a refresh, which can add
// nothing, and gives up. So the first refresh within a minute is refused once, and the client sends the person to the consent page.
// The refresh token stays as it was: it works again at once, for instance when the person presses Deny.
import type { Base } from '../../base/base.ts';
import type { Principal } from '../../base/contract/operation.ts';

const WINDOW_MS = 60_000;
const PREFIX = 'grant:';

export const grantCredential = (grantId: string): string => PREFIX + grantId;

export function startStepUp(base: Base, { kind, credentialId }: Principal): void {
  if (kind !== 'user') return;
  const grant_id = credentialId.slice(PREFIX.length);
  base.state.statement('account/apps/step_up_start').run({ grant_id, now: base.clock.now() });
}

/** Is the person to be asked in place of a refresh? True once. */
export function takeStepUp(base: Base, grantId: string): boolean {
  const since = base.clock.now() - WINDOW_MS;
  return base.state.statement('account/apps/step_up_take').run({ grant_id: grantId, since }).changes > 0;
}
