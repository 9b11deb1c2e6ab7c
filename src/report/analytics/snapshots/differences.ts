// The snapshots whose figures have changed: their headline figures beside those of the same question now.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { WarehouseFailure } from '../../../base/warehouse/port.ts';
import { profileVersion } from '../../../credit/pipeline/index.ts';
import type { Question } from './answers.ts';
import { type Headline, storedHeadline, storedQuestion, storedVersion } from './document.ts';
import { headlineQuestion, type PageName, showPage } from './pages.ts';

type Difference = components['schemas']['SnapshotDifference'];

const MAX_COMPARED = 20;

interface Row {
  snapshot_id: string;
  profile_id: string;
  page: PageName;
  audience: string;
  question: string;
  version: string;
  headline: string;
  expires_at: number;
  revoked_at: number | null;
}

/** The same number in another notation is no difference. */
const isSame = (a: string | null, b: string | null): boolean => (a === null || b === null ? a === b : Number(a) === Number(b));

export const between = (was: Headline, is: Headline): Difference[] =>
  was.flatMap(({ name, unit, value }) => {
    const now = is.find((figure) => figure.name === name)?.value ?? null;
    return isSame(value, now) ? [] : [{ name, unit, was: value, is: now }];
  });

/** The question as it would be asked now: what was known then is left out. */
function questionNow({ as_of: _, compared: __, ...question }: Question): Question {
  return question;
}

/** By snapshot; null where it could not be compared, none where it was not. One after the other, as each asks several reports. */
export async function differencesOf(
  base: ReadBase,
  who: { principal: Principal; requestId: string; workspaceId: string },
  rows: readonly Row[],
): Promise<Map<string, Difference[] | null>> {
  const now = base.clock.now();
  const open = rows.filter(({ revoked_at, expires_at, page }) => revoked_at === null && expires_at > now && page !== 'why');
  const found = new Map<string, Difference[] | null>();
  for (const row of open.slice(0, MAX_COMPARED)) found.set(row.snapshot_id, await compared(base, who, row));
  return found;
}

async function compared(
  base: ReadBase,
  who: { principal: Principal; requestId: string; workspaceId: string },
  row: Row,
): Promise<Difference[] | null> {
  const { profile_id: profileId, page } = row;
  const version = storedVersion.read(row.version);
  const current = await profileVersion(base, profileId);
  if (
    version.through_seq === current.through_seq &&
    version.through_decision === current.through_decision &&
    version.code === current.code
  )
    return [];
  const at = {
    ...who,
    profile: { profileId, workspaceId: who.workspaceId },
    body: undefined,
    isOutside: row.audience === 'public',
  };
  try {
    // Tried once: many are compared in one request, and the next one comes soon.
    const request = headlineQuestion(page, questionNow(storedQuestion.read(row.question)));
    const { headline } = await showPage(at, base, request.page, request.question, 1);
    return between(storedHeadline.read(row.headline), headline);
  } catch (error) {
    // Its goal may have been removed, or the figures are being computed or moving.
    if (error instanceof ApiError || error instanceof WarehouseFailure) return null;
    throw error;
  }
}
