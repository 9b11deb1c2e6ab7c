// The warnings that a page must show beside its figures: one list, for GET /trust, for `warnings` of reports and for agents. A reader shows it and
// invents nothing. Findings that need long statements were measured by the watch (watch.ts), so that a report does not wait for them.
import { auditOf } from '../../account/audit/index.ts';
import { profileDay, profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import type { FiguresShown, FigureWarning } from '../../base/contract/slice-hooks.ts';
import { statement, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { ask } from '../../credit/pipeline/index.ts';
import { freshness } from '../../credit/progress/index.ts';
import { computedDifferently, frameOf, outageText, type ReportFrame } from '../analytics/index.ts';
import { BEHIND_SECONDS } from './behind.ts';
import { readAtVersion } from './kept.ts';
import { daysBefore } from './period.ts';
import { type Restated, restatedOf } from './restated.ts';
import { FEWEST_CASES, percentText, statusOfShare, thresholdOf } from './rules.ts';
import { outagesIn } from './senders/kept-outages.ts';

type Banner = Answer<'getTrust'>['data'][number];
type Row = WarehouseRow<'warehouse/report/quality/trust_get'>;

const FEWEST_PATHS = 200;
const LONG_BEHIND_SECONDS = 3_600;
const DAY_MS = 86_400_000;
const MOST_CHANGES = 100;

const CREDIT = ['revenue', 'conversions', 'roas', 'cost_per_conversion'];

interface Range {
  date_from: string;
  date_to: string;
}

const banner = (code: Banner['code'], sentence: string, next: string, more: Partial<Banner> = {}): Banner => ({
  code,
  status: 'attention',
  sentence,
  applies_to: CREDIT,
  money: null,
  since: null,
  next,
  ...more,
});

function pipelineBanners(base: ReadBase, profileId: string): Banner[] {
  const { behind_facts, behind_seconds, replay_status } = freshness(base, profileId);
  const found: Banner[] = [];
  if (behind_seconds > BEHIND_SECONDS)
    found.push(
      banner(
        'figures_behind',
        `${behind_facts.toLocaleString('en')} accepted events are not in the figures yet.`,
        'Read again in a minute; GET /api/v1/profile/freshness says how far it is.',
        {
          status: behind_seconds > LONG_BEHIND_SECONDS ? 'problem' : 'attention',
          applies_to: ['all'],
        },
      ),
    );
  if (replay_status === 'running' || replay_status === 'waiting')
    found.push(
      banner(
        'replay_running',
        'All history is being computed again; until then these are the figures before.',
        'Read again when GET /api/v1/profile/recompute-status says done.',
        {
          applies_to: ['all'],
        },
      ),
    );
  return found;
}

function countBanners(row: Row): Banner[] {
  const { conversions, attributed, fitted, model } = row;
  const found: Banner[] = [];
  if (conversions > 0 && conversions < FEWEST_CASES)
    found.push(
      banner(
        'few_conversions',
        `${conversions === 1 ? '1 conversion is' : `${conversions} conversions are`} too few to compare channels.`,
        `Choose a longer range: shares say something from ${FEWEST_CASES} conversions on.`,
      ),
    );
  if (statusOfShare(attributed, conversions, thresholdOf('coverage')) !== 'ok')
    found.push(
      banner(
        'coverage_low',
        `${percentText(attributed / conversions)} of conversions have a source; the others are in no channel.`,
        'GET /api/v1/quality/attribution says why the others have none.',
        {
          status: statusOfShare(attributed, conversions, thresholdOf('coverage')),
        },
      ),
    );
  if (model === 'data_driven' && fitted !== null && fitted < FEWEST_PATHS)
    found.push(
      banner(
        'fit_small',
        `The data-driven model rests on ${fitted} converting paths.`,
        'Compare with last_non_direct until there are 200.',
      ),
    );
  return found;
}

function moneyBanners(row: Row, { date_to }: Range, today: string): Banner[] {
  const { conversions, ripe_after_days: ripe, unpriced, incomplete_from } = row;
  const found: Banner[] = [];
  if (unpriced.length > 0)
    found.push(
      banner(
        'rate_missing',
        `Money in ${unpriced.join(', ')} has no exchange rate and is in no total.`,
        'PATCH /api/v1/profile/exchange-rates uses the daily reference rates; `tributary rates import` loads others.',
        {
          status: 'problem',
          applies_to: ['revenue', 'roas'],
        },
      ),
    );
  if (incomplete_from !== null)
    found.push(
      banner(
        'spend_incomplete',
        `An account has not reported each day since ${incomplete_from}: spend is too low, ROAS too high.`,
        'GET /api/v1/quality/instrumentation-health names the account.',
        {
          applies_to: ['spend', 'roas', 'cost_per_conversion'],
        },
      ),
    );
  const youngest = ripe === null ? today : daysBefore(today, Math.ceil(ripe));
  if (conversions >= FEWEST_CASES && ripe !== null && ripe >= 1 && date_to > youngest)
    found.push(
      banner(
        'unripe',
        `A fifth of purchases come more than ${Math.ceil(ripe)} days after the first visit: what days after ${youngest} earn will still rise.`,
        `Judge campaigns by days up to ${youngest}.`,
        {
          status: 'ok',
          applies_to: ['roas', 'cost_per_conversion'],
        },
      ),
    );
  return found;
}

function modelBanners({ conversions, disagreeing }: Row): Banner[] {
  const [most] = disagreeing;
  if (!most || conversions < FEWEST_CASES) return [];
  const text = `${most.channel} has ${percentText(most.low)} to ${percentText(most.high)} of the credit, by model.`;
  return [
    banner('models_disagree', text, 'Compare models (GET /api/v1/attribution with models) before you move money by one of them.'),
  ];
}

const CHANGES: Readonly<Record<string, string>> = {
  'attribution_settings.updated': 'windows or model',
  'classification_rules.changed': 'channel rules',
  'definitions.changed': 'goals',
};

/** A changed rule changes what all days mean, those before as well; a reader who remembers the figures should know. */
function changeBanners(base: ReadBase, profileId: string, { date_from, date_to }: Range): Banner[] {
  const { workspaceId } = profileSettings(base, profileId);
  const [from, to] = [Date.parse(date_from), Date.parse(date_to) + DAY_MS];
  const changes = auditOf(base, { profileId, workspaceId, limit: MOST_CHANGES }).filter(
    ({ action, at }) => CHANGES[action] !== undefined && at >= from && at < to,
  );
  const [latest] = changes;
  if (!latest) return [];
  const what = [...new Set(changes.map(({ action }) => CHANGES[action]))].join(', ');
  return [
    banner(
      'meaning_changed',
      `In this range somebody changed: ${what}. All figures follow the rules of now.`,
      'GET /api/v1/attribution/changes shows what it moved.',
      {
        status: 'ok',
        since: new Date(latest.at).toISOString(),
      },
    ),
  ];
}

/** Without them a reader compares days of which one lacks hours. */
function outageBanners(base: ReadBase, profileId: string, range: Range): Banner[] {
  const outages = outagesIn(base, profileId, range);
  const [first] = outages;
  if (!first) return [];
  const isOver = outages.every(({ to }) => to !== null);
  const next =
    'GET /api/v1/quality/instrumentation-health lists them (silence); compare other days, or whole weeks without them.';
  return [
    banner('outage', outageText(base, profileId, outages), next, {
      status: isOver ? 'attention' : 'problem',
      applies_to: ['all'],
      since: first.from,
    }),
  ];
}

function restatedBanners(restated: Restated | undefined): Banner[] {
  if (!restated) return [];
  const { sentence, ...more } = restated;
  const next = 'Make exports and reports of these days again, or read them as they were (as_of).';
  return [banner('restated', sentence, next, more)];
}

async function codeBanners(base: ReadBase, profileId: string, range: Range, frame: ReportFrame): Promise<Banner[]> {
  const said = await computedDifferently(base, profileId, { ...frame, ...range });
  const next = 'GET /api/v1/attribution/changes shows it by channel (computed_differently).';
  return said ? [banner('computed_differently', said.sentence, next, { applies_to: ['all'], since: said.since })] : [];
}

/** The watch's last findings. */
function watchedBanners(base: ReadBase, profileId: string): Banner[] {
  const known = base.state.statement('report/quality/quality_findings_list').all({ profile_id: profileId });
  const of = (name: string) => known.find((row) => row.name === name && row.status !== 'ok');
  const [itp, backlog] = [of('itp'), of('identity_backlog')];
  const since = (row: { since: number }): string => new Date(row.since).toISOString();
  return [
    ...(itp
      ? [
          banner(
            'ids_short_lived',
            'Safari forgets browsers after seven days: purchases after longer pauses are credited to Direct.',
            'GET /api/v1/quality/itp estimates how much cash, and what each remedy saves.',
            { status: itp.status, since: since(itp) },
          ),
        ]
      : []),
    ...(backlog
      ? [
          banner(
            'identity_backlog',
            'Customers with money wait in merge proposals: their visits and purchases may be apart.',
            'Decide the proposals with the most cash first (GET /api/v1/identity/merge-proposals).',
            { status: backlog.status, since: since(backlog) },
          ),
        ]
      : []),
  ];
}

const RANK = { problem: 0, attention: 1, ok: 2 } as const;

interface Asked extends Range {
  goal?: string | undefined;
}

async function bannersOf(base: ReadBase, profileId: string, asked: Asked): Promise<{ banners: Banner[]; frame: ReportFrame }> {
  const { date_from, date_to } = asked;
  const today = profileDay(base, profileId);
  const what = ['trust', date_from, date_to, asked.goal ?? null];
  const { row, restated, frame } = await readAtVersion(
    base,
    profileId,
    what,
    async () => {
      const frame = await frameOf(base, profileId, asked.goal);
      const params = { date_from, date_to, goal: frame.goal, yesterday: daysBefore(today, 1) };
      const [row] = await ask(base, profileId, statement('warehouse/report/quality/trust_get', params));
      if (!row) throw new Error('trust_get answers one row.');
      const restated = await restatedOf(base, profileId, { date_from, date_to, goal: frame.goal, currency: frame.currency });
      return { row, restated, frame, meta: { version: frame.version } };
    },
    { isMeasurement: false },
  );
  const banners = [
    ...pipelineBanners(base, profileId),
    ...countBanners(row),
    ...moneyBanners(row, asked, today),
    ...modelBanners(row),
    ...changeBanners(base, profileId, asked),
    ...restatedBanners(restated),
    ...(await codeBanners(base, profileId, { date_from, date_to }, frame)),
    ...outageBanners(base, profileId, asked),
    ...watchedBanners(base, profileId),
  ];
  return { banners: banners.sort((a, b) => RANK[a.status] - RANK[b.status]), frame };
}

export const getTrust = reading('getTrust', async ({ params: { days, goal }, profile: { profileId } }, base) => {
  const date_to = profileDay(base, profileId);
  const date_from = daysBefore(date_to, days - 1);
  const { banners, frame } = await bannersOf(base, profileId, { date_from, date_to, goal });
  const { timezone, version } = frame;
  return { data: banners, meta: { profile_id: profileId, date_from, date_to, goal: frame.goal, timezone, version } };
});

/** Codes that reports say beside their figures: others are on GET /trust alone, where reports have warnings or intervals of their own. */
const SAID_BY_REPORTS: ReadonlySet<string> = new Set([
  'coverage_low',
  'models_disagree',
  'ids_short_lived',
  'identity_backlog',
  'restated',
  'computed_differently',
]);

/** The same sentences as warnings of a report. */
export async function trustWarnings(base: ReadBase, profileId: string, shown: FiguresShown): Promise<FigureWarning[]> {
  const { banners } = await bannersOf(base, profileId, shown);
  return banners.flatMap(({ code, status, sentence, next }) =>
    status !== 'ok' && SAID_BY_REPORTS.has(code) ? [{ code, message: `${sentence} ${next}` }] : [],
  );
}
