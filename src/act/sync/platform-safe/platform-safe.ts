// The operations of Platform-Safe. A clean dataset is made once and found by its marker after a lost response; switching back is refused as long as
// ad sets deliver on it, or their delivery is unknown.
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, outsideEffect } from '../../../base/contract/operation.ts';
import { adPlatformErrorOf } from '../../../providers/ad-platform-errors.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import type { DatasetAdSet, MetaDatasets } from '../../../providers/meta/datasets.ts';
import { connectionGrant } from '../../connections/index.ts';
import { destinationsOf } from '../destination.ts';
import { privacyModeOf } from '../event/neutral-event.ts';
import { datasetsOf } from '../kinds.ts';
import { type ManagedAccount, managedAccount, platformTargetOf, type Target } from './platform-target.ts';

const DATASET_NAME = 'Tributary clean dataset';

type Data = Answer<'provisionPlatformSafe'>['data'];
type Check = Data['checks'][number];

type Intent = {
  profileId: string;
  workspaceId: string;
  actor: string;
  /** Null for `existing`, which is possible without one. */
  managed: ManagedAccount | null;
  /** The datasets of destinations, without the clean one. */
  datasets: string[];
  cleanDatasetId: string | null;
  target: Target | null;
  isConfirmed: boolean;
  /** The mode has ended: nothing goes to the clean dataset, so that nothing is left. */
  isOver: boolean;
};

type Outcome = { checks: Check[]; cleanDatasetId: string | null; adSets: { id: string; name: string }[] };

/** The same in every search. */
const markerOf = (profileId: string): string => `svc-${profileId.slice(0, 8)}`;

/** To go back to the existing dataset needs no mode. @throws ApiError `platform_safe_required` */
function isPlatformSafe(base: ReadBase, profileId: string, target: Target | null): boolean {
  if (privacyModeOf(base, profileId) === 'platform_safe') return true;
  if (target === 'existing') return false;
  throw new ApiError(
    'platform_safe_required',
    'The profile is not in platform_safe mode: set privacy_mode with PUT /conversion-sync/catalog first.',
  );
}

interface Asked {
  principal: Parameters<typeof actorOf>[0];
  profile: { profileId: string; workspaceId: string };
}

/** @throws ApiError where it is needed and there is none. */
function accountFor(tx: Base, profileId: string, target: Target | null): ManagedAccount | null {
  try {
    return managedAccount(tx, profileId);
  } catch (error) {
    if (target === 'existing' && error instanceof ApiError) return null;
    throw error;
  }
}

function planned(tx: Base, { principal, profile }: Asked, target: Target | null, isConfirmed: boolean): { intent: Intent } {
  const { profileId, workspaceId } = profile;
  const isOver = !isPlatformSafe(tx, profileId, target);
  const { cleanDataset } = platformTargetOf(tx, profileId);
  const meta = destinationsOf(tx, profileId).filter(({ kind }) => kind === 'meta');
  const intent = {
    profileId,
    workspaceId,
    actor: actorOf(principal),
    managed: accountFor(tx, profileId, target),
    datasets: meta.map(({ settings }) => settings.targetId),
    cleanDatasetId: cleanDataset?.id ?? null,
    target,
    isConfirmed,
    isOver,
  };
  return { intent };
}

const passed = (name: Check['name'], message: string): Check => ({ name, status: 'passed', message });
const failed = (name: Check['name'], message: string): Check => ({ name, status: 'failed', message });

/** With the catalogue's codes. */
async function atMeta<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderFailure) throw adPlatformErrorOf(error, { name: 'Meta', use: 'write' });
    throw error;
  }
}

/** Two calls at one moment make one dataset: the second finds it. */
const provision = (base: Base, intent: Intent): Promise<Outcome> =>
  base.mutex('act/sync datasets', intent.profileId, () => provisionAlone(base, intent));

/** Prerequisites are read before anything is written. */
async function provisionAlone(base: Base, intent: Intent): Promise<Outcome> {
  const { profileId, managed } = intent;
  if (!managed) throw new ApiError('adplatform_connection_required', 'Connect a Meta ad account first.');
  const { connectionId, accountId } = managed;
  const datasets = requireDatasets(base);
  const grant = await connectionGrant(base, connectionId);
  const { hasPermissions, mayManage, businessId } = await datasets.readPrerequisites(grant, accountId);
  const isPermitted = hasPermissions && mayManage !== false;
  const checks = [
    passed('privacy_mode', 'The profile is in platform_safe mode.'),
    passed('connection', 'The connection can be used.'),
    isPermitted
      ? passed('permissions', 'The connection may manage ads and business assets.')
      : failed('permissions', 'The connection lacks ads_management, business_management or the role that manages the account.'),
    businessId === undefined
      ? failed('business', 'The ad account belongs to no business, within which a dataset could be shared.')
      : passed('business', 'The ad account belongs to a business.'),
  ];
  if (!isPermitted && intent.target === 'clean')
    throw new ApiError('adplatform_write_permission_missing', 'The connection to Meta may not manage ads: connect it again.');
  if (!isPermitted || businessId === undefined) return { checks, cleanDatasetId: intent.cleanDatasetId, adSets: [] };
  const marker = markerOf(profileId);
  const id =
    (await datasets.findDataset(grant, accountId, marker)) ??
    (await datasets.createDataset(grant, accountId, { name: DATASET_NAME, marker }));
  const sharing = { accountId, businessId };
  if (!(await datasets.isShared(grant, id, sharing))) await datasets.shareDataset(grant, id, sharing);
  const adSets = await adSetsOn(
    datasets,
    grant,
    accountId,
    intent.datasets.filter((each) => each !== id),
  );
  checks.push(passed('clean_dataset', 'The clean dataset exists and is shared with the ad account.'));
  return { checks, cleanDatasetId: id, adSets: adSets.map((each) => ({ id: each.id, name: each.name })) };
}

type Granted = Parameters<MetaDatasets['listAdSets']>[0];

async function adSetsOn(
  datasets: MetaDatasets,
  grant: Granted,
  accountId: string,
  ids: readonly string[],
): Promise<DatasetAdSet[]> {
  const found: DatasetAdSet[] = [];
  for (const id of ids) found.push(...(await datasets.listAdSets(grant, accountId, id)));
  return found;
}

/** @throws ApiError */
function requireDatasets(base: Base): MetaDatasets {
  const datasets = datasetsOf(base);
  if (datasets) return datasets;
  throw new ApiError('provider_not_configured', 'Meta is not set up here. The operator has to register an app.');
}

/** @throws ApiError `clean_dataset_has_live_ad_sets` */
async function leaveClean(base: Base, { managed, cleanDatasetId, isConfirmed, isOver }: Intent): Promise<Outcome> {
  if (isOver) {
    const over = passed('privacy_mode', 'The profile is not in platform_safe mode: nothing goes to the clean dataset.');
    return { checks: [over], cleanDatasetId, adSets: [] };
  }
  const checks = [passed('privacy_mode', 'The profile is in platform_safe mode.')];
  if (cleanDatasetId === null) return { checks, cleanDatasetId, adSets: [] };
  const live = managed ? await liveOn(base, managed, cleanDatasetId) : undefined;
  if (live?.length === 0) checks.push(passed('live_ad_sets', 'No ad set delivers on the clean dataset.'));
  else if (isConfirmed)
    checks.push(failed('live_ad_sets', 'Ad sets may still deliver on the clean dataset; this was confirmed.'));
  else
    throw new ApiError(
      'clean_dataset_has_live_ad_sets',
      live
        ? `${live.length} ad sets deliver on the clean dataset: ${live
            .slice(0, 5)
            .map(({ id }) => id)
            .join(', ')}. Move or pause them, or send confirm_live_ad_sets.`
        : 'Meta could not be asked whether ad sets deliver on the clean dataset. Try again, or send confirm_live_ad_sets.',
    );
  return { checks, cleanDatasetId, adSets: (live ?? []).map(({ id, name }) => ({ id, name })) };
}

/** Undefined where Meta could not be read. */
async function liveOn(
  base: Base,
  { connectionId, accountId }: ManagedAccount,
  cleanDatasetId: string,
): Promise<DatasetAdSet[] | undefined> {
  try {
    const grant = await connectionGrant(base, connectionId);
    return (await requireDatasets(base).listAdSets(grant, accountId, cleanDatasetId)).filter(({ isLive }) => isLive);
  } catch (error) {
    if (error instanceof ProviderFailure || error instanceof ApiError) return undefined;
    throw error;
  }
}

function finish(tx: Base, intent: Intent, { checks, cleanDatasetId, adSets }: Outcome): { data: Data } {
  const { profileId, workspaceId, actor } = intent;
  const before = platformTargetOf(tx, profileId);
  const target = intent.target ?? before.chosen;
  const name = cleanDatasetId === null ? null : DATASET_NAME;
  const row = { profile_id: profileId, target, clean_dataset_id: cleanDatasetId, clean_dataset_name: name, now: tx.clock.now() };
  tx.state.statement('act/sync/target_put').run(row);
  if (target !== before.chosen || cleanDatasetId !== before.cleanDataset?.id)
    writeAudit(tx, {
      actor,
      action: 'platform_safe.changed',
      profileId,
      workspaceId,
      subject: profileId,
      detail: { from: before.chosen, to: target, clean_dataset_id: cleanDatasetId },
    });
  return {
    data: {
      platform_safe_target: platformTargetOf(tx, profileId).target,
      clean_dataset: cleanDatasetId === null ? null : { id: cleanDatasetId, name: DATASET_NAME },
      ad_sets_to_recreate: adSets,
      checks,
    },
  };
}

/** A second attempt finds the objects that an earlier one made. */
const notApplied = async (): Promise<'not applied'> => 'not applied';

export const provisionPlatformSafe = outsideEffect('provisionPlatformSafe', {
  plan: (call, tx) => planned(tx, call, null, false),
  apply: ({ intent }: { intent: Intent }, base) => atMeta(() => provision(base, intent)),
  verify: notApplied,
  finish: (tx, { intent, outcome }) => finish(tx, intent, outcome),
});

export const setPlatformSafeTarget = outsideEffect('setPlatformSafeTarget', {
  plan: (call, tx) => planned(tx, call, call.body.target, call.body.confirm_live_ad_sets ?? false),
  apply: ({ intent }: { intent: Intent }, base) =>
    atMeta(async () => {
      if (intent.target === 'existing') return leaveClean(base, intent);
      const outcome = await provision(base, intent);
      if (outcome.cleanDatasetId !== null) return outcome;
      throw new ApiError('invalid_state', 'The clean dataset could not be made: its ad account belongs to no business.');
    }),
  verify: notApplied,
  finish: (tx, { intent, outcome }) => finish(tx, intent, outcome),
});
