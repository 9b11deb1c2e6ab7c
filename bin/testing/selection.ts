// Which test files a check runs, and in which order.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectRoot } from '../../src/base/kit/paths.ts';
import { ofTurn } from './turns.ts';

/** Begun first, so that no lane is left alone with one of them at the end. */
const LONGEST = [
  'test/models/models.test.ts',
  'test/doors/cli/commands.test.ts',
  'test/e2e/workbench.test.ts',
  'test/doors/cli/demo.test.ts',
  'test/collect/payments/imports.test.ts',
  'test/doors/rest/isolation.test.ts',
  'test/collect/identity/erasures.test.ts',
  'test/e2e/tracker.test.ts',
  'test/doors/rest/sweep.test.ts',
];

/**
 * Long tests that take turns (bin/testing/turns.ts), the longest first: random histories, each page of a kind, what a kill or a lost file leaves, further
 * providers of a kind. What every change may break is in none of these alone.
 */
const IN_TURNS = [
  'test/e2e/outside/alerts-page.test.ts',
  'test/act/alerts/alerts.test.ts',
  'test/act/alerts/states.test.ts',
  'test/report/analytics/changes.test.ts',
  'test/report/analytics/why/histories.test.ts',
  'test/e2e/reports/why.test.ts',
  'test/e2e/ten-tasks.test.ts',
  'test/e2e/sign-in/sign-in.test.ts',
  'test/e2e/receipts.test.ts',
  'test/doors/rest/planted-people.test.ts',
  'test/report/analytics/outside.test.ts',
  'test/report/analytics/traffic.test.ts',
  'test/report/analytics/traffic-pages.test.ts',
  'test/e2e/reports/traffic-page.test.ts',
  'test/doors/jobs/arrive.test.ts',
  'test/doors/jobs/sealed-backups.test.ts',
  'test/report/analytics/intervals.test.ts',
  'test/e2e/outside/ads-page.test.ts',
  'test/doors/cli/lost-stores.test.ts',
  'test/base/upgrade/way-back.test.ts',
  'test/doors/cli/move-kills.test.ts',
  'test/models/lost-warehouse.test.ts',
  'test/base/upgrade/upgrade.test.ts',
  'test/e2e/settings.test.ts',
  'test/e2e/reports/reading.test.ts',
  'test/doors/cli/move-outside.test.ts',
  'test/doors/cli/move.test.ts',
  'test/act/connections/records/hubspot.test.ts',
  'test/act/uploads/import-schedules.test.ts',
  'test/e2e/imports/import-schedules.test.ts',
  'test/e2e/outside/provider-apps.test.ts',
  'test/credit/pipeline/incremental-equals-full.test.ts',
  'test/e2e/connections.test.ts',
  'test/collect/payments/statements/scan.test.ts',
  'test/doors/cli/earlier-version.test.ts',
  'test/e2e/meaning.test.ts',
  'test/act/sync/signals.test.ts',
  'test/report/quality/planted-faults.test.ts',
  'test/base/journal/archive.test.ts',
  'test/e2e/reports/share.test.ts',
  'test/doors/jobs/demo-advance.test.ts',
  'test/act/connections/records/pipedrive.test.ts',
  'test/report/analytics/windows-asked.test.ts',
  'test/report/customers/journey-summaries.test.ts',
  'test/report/quality/completeness.test.ts',
  'test/credit/progress/recompute-fx.test.ts',
  'test/base/state/strangers.test.ts',
  'test/collect/identity/stitch-order.test.ts',
  'test/collect/identity/told-apart.test.ts',
  'test/report/quality/trust.test.ts',
  'test/report/quality/statements.test.ts',
  'test/report/analytics/snapshots.test.ts',
  'test/e2e/quality-page.test.ts',
  'test/report/quality/kept.test.ts',
  'test/credit/pipeline/recomputed.test.ts',
  'test/report/analytics/receipts.test.ts',
  'test/models/poison.test.ts',
  'test/credit/pipeline/person-sums.test.ts',
  'test/base/backup/keep-backups.test.ts',
  'test/report/rates-missing.test.ts',
  'test/base/losses/ledger-lost.test.ts',
  'test/base/warehouse/faults.test.ts',
  'test/report/customers/rows-and-journeys.test.ts',
  'test/doors/jobs/refused-writes.test.ts',
  'test/e2e/tracker-odd.test.ts',
  'test/e2e/reports/completeness.test.ts',
  'test/report/quality/itp.test.ts',
  'test/base/journal/archive-load.test.ts',
  'test/act/creatives/patterns.test.ts',
  'test/e2e/reports/sales-seen-twice.test.ts',
  'test/report/quality/outages.test.ts',
  'test/credit/progress/uncounted.test.ts',
  'test/credit/pipeline/replays.test.ts',
  'test/e2e/creatives/creatives-page.test.ts',
  'test/act/connections/catalogue.test.ts',
  'test/act/sync/endings.test.ts',
  'test/report/quality/watch.test.ts',
  'test/act/connections/records/gohighlevel.test.ts',
  'test/e2e/payments-page.test.ts',
  'test/credit/pipeline/sealed-first.test.ts',
  'test/shape/operation-errors.test.ts',
  'test/doors/cli/upgrade.test.ts',
  'test/packaging/generated.test.ts',
  'test/account/profiles/demo.test.ts',
  'test/act/uploads/imports.test.ts',
  'test/report/analytics/cohorts.test.ts',
  'test/doors/jobs/import.test.ts',
  'test/collect/identity/claims.test.ts',
  'test/packaging/package.test.ts',
  'test/act/ads/ads.test.ts',
  'test/report/reports/reports.test.ts',
  'test/credit/channels/classification.test.ts',
  'test/e2e/outside/inbox-page.test.ts',
  'test/account/guards/guards.test.ts',
  'test/e2e/first-minutes.test.ts',
  'test/e2e/identity-page.test.ts',
  'test/act/creatives/analysis.test.ts',
  'test/act/sync/platform-safe.test.ts',
  'test/e2e/oauth.test.ts',
  'test/act/sync/platforms.test.ts',
  'test/credit/pipeline/kept-conversions.test.ts',
  'test/act/connections/records/stripe.test.ts',
  'test/collect/identity/merges.test.ts',
  'test/base/losses/kept-files.test.ts',
  'test/credit/pipeline/merges-undone.test.ts',
  'test/collect/identity/link-tokens.test.ts',
  'test/account/people/passkeys.test.ts',
  'test/act/connections/records/woocommerce.test.ts',
  'test/e2e/outside/loop.test.ts',
  'test/doors/cli/move-disk-full.test.ts',
  'test/e2e/people.test.ts',
  'test/e2e/customers.test.ts',
  'test/act/messaging/media.test.ts',
  'test/e2e/outside/decide-page.test.ts',
  'test/e2e/connect-crm.test.ts',
  'test/act/sync/recomputing.test.ts',
  'test/base/state/rotate-master-key.test.ts',
  'test/report/quality/watch-restart.test.ts',
  'test/ways/ways.test.ts',
  'test/e2e/reports/reports-page.test.ts',
  'test/report/analytics/economics.test.ts',
  'test/report/analytics/lifetime-value.test.ts',
  'test/e2e/reports/economics-page.test.ts',
  'test/collect/payments/won-disputes.test.ts',
  'test/base/upgrade/no-room.test.ts',
  'test/base/backup/upgraded-folder.test.ts',
  'test/act/ads/changes-platforms.test.ts',
  'test/act/ads/changes.test.ts',
  'test/act/recommendations/changed.test.ts',
  'test/report/reports/outside-readers.test.ts',
  'test/act/messaging/healthcare.test.ts',
  'test/report/reports/pdf.test.ts',
  'test/report/analytics/what-if.test.ts',
  'test/act/connections/appointments.test.ts',
  'test/e2e/shops/shops-page.test.ts',
  'test/credit/pipeline/exports/exports.test.ts',
  'test/report/analysts.test.ts',
  'test/act/uploads/upload-links.test.ts',
  'test/e2e/reports/boards-page.test.ts',
  'test/e2e/imports/moving-in.test.ts',
  'test/act/connections/own-sandbox.test.ts',
  'test/collect/payments/imports.test.ts',
  'test/collect/identity/erasures.test.ts',
  'test/e2e/tracker.test.ts',
  'test/e2e/readme.test.ts',
  'test/e2e/first-run.test.ts',
  'test/collect/payments/payments.test.ts',
  'test/e2e/imports/import-page.test.ts',
  'test/report/analytics/attribution.test.ts',
  'test/act/uploads/history.test.ts',
  'test/act/creatives/chat.test.ts',
  'test/account/workspaces/app-invitations.test.ts',
  'test/report/reports/boards-sent.test.ts',
  'test/collect/payments/previewed-doubles.test.ts',
  'test/act/creatives/money.test.ts',
];

/** Tests in a browser wait most, so they run beside others and not beside one another: each list has its files evenly over the whole. */
function mixed(files: readonly string[]): string[] {
  const inBrowser = (file: string): boolean => file.startsWith('test/e2e/');
  const lists = [files.filter(inBrowser), files.filter((file) => !inBrowser(file))];
  return lists
    .flatMap((list) => list.map((file, i) => ({ file, place: i / list.length })))
    .sort((a, b) => a.place - b.place)
    .map(({ file }) => file);
}

/** The command that runs the tests that are wanted, but those whose turn it is not. */
export function tests(wanted: (file: string) => boolean, ...options: string[]): string[] {
  const all = readdirSync(join(projectRoot, 'test'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts') && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
    .sort();
  const gone = [...LONGEST, ...IN_TURNS].filter((file) => !all.includes(file));
  if (gone.length > 0) throw new Error(`bin/check.ts names tests that are not there: ${gone.join(', ')}.`);
  const played = ofTurn(IN_TURNS);
  const rests = (file: string): boolean => IN_TURNS.includes(file) && !played.includes(file);
  const files = [...new Set([...LONGEST, ...played, ...mixed(all)])].filter((file) => wanted(file) && !rests(file));
  if (files.length === 0) throw new Error('There are no such tests.');
  return ['node', 'bin/tests.ts', ...options, ...files];
}
