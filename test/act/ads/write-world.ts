// A profile with a connected Meta account whose ads can be changed, and calls that change them.
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { FakeMetaAccount } from '../../fakes/meta.ts';
import { assertContract } from '../../harness.ts';
import { type MetaWorld, metaAccount, startMetaWorld } from '../connections/meta-world.ts';

export interface WriteAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract by the service
  body: any;
  headers: Headers;
}

export interface WriteOptions {
  /** The Idempotency-Key; null for none, another each time where it is left out. */
  key?: string | null;
  credential?: string;
  profileId?: string;
}

export interface WriteWorld extends MetaWorld {
  account: FakeMetaAccount;
  write(path: string, body?: Record<string, unknown>, options?: WriteOptions): Promise<WriteAnswer>;
  /** What the platform has carried out since the last look. */
  carriedOut(): string[];
  /** Actions in the audit about ads since the beginning, with their codes. */
  audited(): string[];
}

const row = (id: string, more: Record<string, unknown>) => ({
  id,
  name: `No ${id}`,
  status: 'ACTIVE',
  effective_status: 'ACTIVE',
  ...more,
});
const ad = (id: string, adset: string, campaign: string, more: Record<string, unknown> = {}) => ({
  ...row(id, { adset_id: adset, campaign_id: campaign, configured_status: 'ACTIVE', ...more }),
  creative: { id: `90${id}`, name: `Creative ${id}`, object_type: 'PHOTO', image_hash: 'x', url_tags: `ad_id=${id}` },
});

/** Ad 991 and 992 in ad set 81 with a budget of 20.00, 993 under a campaign that has the budget, 994 under a paused campaign. */
export function writeAccount(): FakeMetaAccount {
  const account = metaAccount('102', 'North');
  account.campaigns.push(
    row('71', { objective: 'OUTCOME_SALES' }),
    row('72', { objective: 'OUTCOME_SALES', daily_budget: '5000' }),
    row('73', { objective: 'OUTCOME_SALES', status: 'PAUSED', configured_status: 'PAUSED', effective_status: 'PAUSED' }),
  );
  account.adsets.push(
    row('81', { campaign_id: '71', daily_budget: '2000' }),
    row('82', { campaign_id: '72' }),
    row('83', { campaign_id: '71', lifetime_budget: '90000' }),
    row('84', { campaign_id: '73', daily_budget: '1000' }),
  );
  account.ads.push(
    ad('991', '81', '71'),
    ad('992', '81', '71'),
    ad('993', '82', '72'),
    ad('994', '84', '73', { status: 'PAUSED', configured_status: 'PAUSED', effective_status: 'PAUSED' }),
    ad('995', '81', '71', { status: 'ARCHIVED', configured_status: 'ARCHIVED', effective_status: 'ARCHIVED' }),
  );
  return account;
}

/** An account of another currency with two ad sets of one budget, whose ids begin with `number`. */
export function budgetAccount(number: number, currency: string, budget: string): FakeMetaAccount {
  const account = metaAccount(`20${number}`, currency, { currency });
  account.campaigns.push(row(`${number}71`, { objective: 'OUTCOME_SALES' }));
  for (const id of ['81', '82']) account.adsets.push(row(`${number}${id}`, { campaign_id: `${number}71`, daily_budget: budget }));
  return account;
}

export async function startWriteWorld(t: TestContext, more: FakeMetaAccount[] = []): Promise<WriteWorld> {
  const account = writeAccount();
  const all = [account, ...more];
  const w = await startMetaWorld(t, all);
  await w.connect(all.length > 1 ? all.map((each) => each.account.account_id) : []);
  await w.work();
  let seen = w.meta.server.writes.length;
  return {
    ...w,
    account,
    write: async (path, body = {}, { key = randomUUID(), credential = w.app.session, profileId = w.app.profileId } = {}) => {
      const send = () =>
        fetch(new URL(`/api/v1${path}?profile_id=${profileId}`, w.app.baseUrl), {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${credential}`,
            ...(key === null ? {} : { 'idempotency-key': key }),
          },
          body: JSON.stringify(body),
        });
      // The server may close a connection that was idle; the key makes a second request harmless.
      const response = await send().catch(send);
      const answer = { status: response.status, body: await response.json(), headers: response.headers };
      assertContract('post', `/api/v1${path}`, { ...answer, headers: Object.fromEntries(answer.headers) });
      return answer;
    },
    carriedOut: () => {
      const writes = w.meta.server.writes.slice(seen).map(({ kind, id, value }) => `${kind} ${id} ${value}`);
      seen = w.meta.server.writes.length;
      return writes;
    },
    audited: () =>
      w.app.base.state.db
        .prepare(
          "select action || coalesce(' ' || json_extract(detail, '$.code'), '') from audit where action like 'ad_write.%' or action = 'call.refused' order by audit_no",
        )
        .pluck()
        .all() as string[],
  };
}
