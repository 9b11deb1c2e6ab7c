// A connection to an ad platform as a person made it, without the pages.
import { randomUUID } from 'node:crypto';
import { sealTokens, tokensContext } from '../../../src/act/connections/grants.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { TOKEN } from '../../fakes/conversions/receiver.ts';
import type { SyncWorld } from './sync-world.ts';

export const ACCOUNT = '102';

export function connect({ base, profileId, clock }: SyncWorld, accountId = ACCOUNT, provider = 'meta'): string {
  const id = randomUUID();
  const tokens = { accessToken: new Secret(TOKEN), refreshToken: undefined, expiresAt: undefined, scopes: ['ads_management'] };
  const sealed = sealTokens(base, profileId, tokensContext(id), tokens);
  base.state.db
    .prepare(
      `insert into connections (connection_id, profile_id, provider, status, grant_no, tokens, created_by, created_at)
       values (?, ?, ?, 'active', 1, ?, 'test', ?)`,
    )
    .run(id, profileId, provider, sealed, clock.now());
  base.state.db
    .prepare(
      `insert into connection_accounts (connection_id, profile_id, account_id, name, currency, timezone, status, is_selected,
         spend_due_at, restatement_due_at, catalogue_due_at)
       values (?, ?, ?, 'Main', 'USD', 'UTC', 'active', 1, 9e15, 9e15, 9e15)`,
    )
    .run(id, profileId, accountId);
  return id;
}
