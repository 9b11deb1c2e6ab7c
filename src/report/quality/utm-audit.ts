// The two-sided audit of utm parameters: campaigns with spend on one side, what visits say on the other. It runs at most once at a time for a
// profile and within a budget of time; the totals of the last run that was completed stay readable.
import { setTimeout as pause } from 'node:timers/promises';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, changeThenWait, reading } from '../../base/contract/operation.ts';
import { decimalText } from '../../base/kit/decimals.ts';
import { type InFlight, joinOrBegin } from '../../base/kit/in-flight.ts';
import { millionths } from './findings.ts';
import { readAtVersion } from './kept.ts';
import { metaOf, type Scope, scopeOf } from './period.ts';
import { type PartRow, readScopeRows } from './scope-rows.ts';
import { storedAudit } from './stored.ts';
import { anomaliesOf } from './utm-anomalies.ts';

type Audit = Pick<Answer<'getUtmAudit'>, 'data' | 'meta'>;
type Campaign = Audit['data']['campaigns'][number];
type Summary = NonNullable<Audit['data']['summary']>['totals'];
type Row = PartRow<'campaigns'>;

const BUDGET_MS = 20_000;
const DAYS = 28;

/** The time that an audit may take within a request; tests shorten it. */
export const auditBudget = (base: Pick<ReadBase, 'memo'>): { ms: number } =>
  base.memo('report/quality audit budget', () => ({ ms: BUDGET_MS }));

const NEXT: Record<Row['state'], string> = {
  linked: '',
  ambiguous_id:
    'Visits name its id, and another ad account with spend has the same one: nothing in the visits tells which is meant. Add a utm_source that names the platform, or report the spend under one account.',
  name_collision:
    'Two campaigns have this name, and visits name no id. Add the campaign id to the URL parameters, or give the campaigns different names.',
  unknown_source:
    'Visits name this campaign with a utm_source that is not one of the platform. If it is, confirm the alias (preview it first).',
  not_linked:
    'Visits of the platform name other campaigns. Add utm_campaign or the campaign id to the URL parameters of this one.',
  no_tagged_visits:
    'No visit names the platform. Add URL parameters to the ads, and check that the landing page has the tracker.',
};

function campaignOf({ clicks, ...row }: Row): Campaign {
  const alias = { utm_source: row.utm_source?.toLowerCase() ?? '', platform: row.platform };
  return {
    ...row,
    clicks: Number(clicks),
    next: NEXT[row.state],
    fix:
      row.state === 'unknown_source' && row.utm_source !== null
        ? { operation: 'previewClassification', params: { rules: [], spend_aliases: [alias] } }
        : null,
  };
}

const sumOf = (rows: readonly Row[]): string | null => {
  const known = rows.flatMap(({ spend }) => millionths(spend) ?? []);
  return known.length === 0
    ? null
    : decimalText(
        known.reduce((sum, each) => sum + each, 0n),
        6,
      );
};

async function audit(base: ReadBase, scope: Scope): Promise<{ campaigns: Campaign[]; totals: Summary; meta: Audit['meta'] }> {
  const read = await readScopeRows(base, scope, ['campaigns', 'anomalies']);
  const rows = read.campaigns;
  const anomalies = anomaliesOf(read, scope);
  const linked = rows.filter(({ state }) => state === 'linked');
  const count = (status: string): number => anomalies.filter((each) => each.status === status).length;
  return {
    campaigns: rows.map(campaignOf),
    totals: {
      campaigns: rows.length,
      spend: sumOf(rows),
      linked: { campaigns: linked.length, spend: sumOf(linked) },
      anomalies: { problem: count('problem'), attention: count('attention') },
    },
    meta: metaOf(scope),
  };
}

/** Undefined where it takes longer than the budget; it is computed to its end, and the next request may find it. */
function auditWithin(base: ReadBase, profileId: string, days: number) {
  const done = readAtVersion(base, profileId, ['getUtmAudit', days], async () =>
    audit(base, await scopeOf(base, profileId, { days })),
  );
  done.catch(() => undefined);
  return Promise.race([done, pause(auditBudget(base).ms, undefined, { ref: false })]);
}

function lastAudit(base: ReadBase, profileId: string): Audit['data']['summary'] {
  const row = base.state.statement('report/quality/utm_audit_get').get({ profile_id: profileId });
  if (!row) return null;
  return { computed_at: new Date(row.computed_at).toISOString(), totals: storedAudit.read(row.summary) };
}

export const getUtmAudit = reading('getUtmAudit', async ({ params, profile: { profileId } }, base) => {
  const found = await auditWithin(base, profileId, params.days);
  const summary = lastAudit(base, profileId);
  if (found) return { data: { totals: found.totals, campaigns: found.campaigns, summary }, meta: found.meta };
  const message = 'The audit takes longer than 20 seconds; it continues. `summary` has the totals of the last one.';
  return {
    data: { totals: null, campaigns: [], summary },
    meta: metaOf(await scopeOf(base, profileId, { days: params.days })),
    warnings: [{ code: 'audit_timeout', message }],
  };
});

const storeAudit = (tx: Base, profileId: string, totals: Summary): void => {
  const row = { profile_id: profileId, computed_at: tx.clock.now(), summary: storedAudit.write(totals) };
  tx.state.statement('report/quality/utm_audit_put').run(row);
};

type Audited = Awaited<ReturnType<typeof auditWithin>>;

/** The run of a profile in this moment, which a second request joins. */
const joinAudit = (base: ReadBase, profileId: string): Promise<Audited> =>
  joinOrBegin(
    base.memo('report/quality audits', (): InFlight<Audited> => new Map()),
    profileId,
    () => auditWithin(base, profileId, DAYS),
  );

export const refreshUtmAudit = changeThenWait('refreshUtmAudit', {
  change: () => ({}),
  after: async ({ profile: { profileId } }, base) => {
    const found = await joinAudit(base, profileId);
    if (!found)
      throw new ApiError('audit_timeout', 'The audit did not finish within 20 seconds. Read the summary of the last one.');
    return (tx) => {
      storeAudit(tx, profileId, found.totals);
      return {
        data: { totals: found.totals, computed_at: new Date(tx.clock.now()).toISOString() },
        meta: found.meta,
      };
    };
  },
});
