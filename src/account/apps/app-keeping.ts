// The operator's commands on registered consumer apps: list them, replace a secret, end one.
import type { Base } from '../../base/base.ts';
import { writeAudit } from '../audit/index.ts';
import { type App, appOf, authorizationsOf, mintAppSecret } from './apps.ts';

export interface KeptApp extends App {
  revokedAt: number | null;
  /** The profiles and workspaces that it reaches now. */
  reached: number;
}

/** All apps, revoked ones too, the oldest first. */
export function allApps(base: Base): KeptApp[] {
  return base.state
    .statement('account/apps/apps_list')
    .all()
    .map((row) => {
      const app = appOf(row);
      const revokedAt = row.revoked_at;
      return { ...app, revokedAt, reached: revokedAt === null ? authorizationsOf(base, app.appId).length : 0 };
    });
}

interface Kept {
  appId: string;
  actor: string;
}

/** Gives a live app another secret; the old one and every bearer end at once. Undefined when there is no such app. */
export function renewAppSecret(base: Base, { appId, actor }: Kept): string | undefined {
  const { secret, hash } = mintAppSecret();
  return base.state.tx(() => {
    const params = { app_id: appId, secret_hash: hash };
    if (base.state.statement('account/apps/app_secret_put').run(params).changes === 0) return undefined;
    base.state.statement('account/apps/app_tokens_end').run({ app_id: appId });
    writeAudit(base, { actor, action: 'app.secret_renewed', subject: appId });
    return secret;
  });
}

/** Ends a live app with its bearers and the API keys it created; what it made stays. False when there is no such app. */
export function revokeApp(base: Base, { appId, actor }: Kept): boolean {
  return base.state.tx(() => {
    const params = { app_id: appId, now: base.clock.now() };
    if (base.state.statement('account/apps/app_revoke').run(params).changes === 0) return false;
    base.state.statement('account/apps/app_tokens_end').run({ app_id: appId });
    base.state.statement('account/keys/app_keys_end').run(params);
    writeAudit(base, { actor, action: 'app.ended', subject: appId });
    return true;
  });
}
