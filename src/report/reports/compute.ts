// The figures of a report, by the question and the days that it is about: for members, and for readers outside of sign-in, whose figures are those of at least
// five people.
import { profileRole } from '../../account/places/index.ts';
import type { ReadBase } from '../../base/base.ts';
import type { Principal, ProfileRef } from '../../base/contract/operation.ts';
import { type CellsOfDays, cellsOf, type Question, type Shown, withoutEmails } from '../analytics/index.ts';
import { checkReportForOutside, type ReportPage, showReport } from './pages/pages.ts';

export interface Request {
  profile: ProfileRef;
  page: ReportPage;
  question: Question;
  /** Who made the schedule or the report: their boards can be sent. */
  maker: string | undefined;
}

/** Undefined for a key, which has no boards, and for who may not open the profile any more. */
export function makerOf(base: ReadBase, profile: ProfileRef, createdBy: string): string | undefined {
  const personId = createdBy.startsWith('person:') ? createdBy.slice('person:'.length) : undefined;
  return personId !== undefined && profileRole(base, personId, profile) ? personId : undefined;
}

/** Reports have no personal data; who may get one is decided where it is sent. */
const READER: Principal = { kind: 'public', credentialId: 'report', scopes: new Set(['analytics:read']), ratePerMinute: 0 };

async function compute(base: ReadBase, { profile, page, question, maker }: Request, isOutside: boolean): Promise<Shown> {
  const at = {
    principal: READER,
    profile,
    workspaceId: profile.workspaceId,
    requestId: 'report',
    body: undefined,
    isOutside,
    maker,
  };
  const shown = await showReport(at, base, { page, question });
  return { ...shown, contents: withoutEmails(shown.contents) };
}

export const computeReport = (base: ReadBase, request: Request): Promise<Shown> => compute(base, request, false);

export interface ShownOutside {
  shown: Shown;
  /** Leaves sign-in with it for the first time. */
  cells: CellsOfDays[];
}

/** @throws ApiError where the page or the question is for members alone */
export async function computeOutside(base: ReadBase, request: Request): Promise<ShownOutside> {
  const { profile, question } = request;
  checkReportForOutside(base, profile.profileId, request);
  const shown = await compute(base, request, true);
  return { shown, cells: await cellsOf(base, profile.profileId, question, shown) };
}
