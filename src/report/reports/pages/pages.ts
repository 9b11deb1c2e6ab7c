// The pages of reports: the pages of the console that snapshots have too, and pages that are made for reports alone.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { components } from '../../../base/contract/types.ts';
import {
  type At,
  checkForOutside,
  checkParameters,
  checkQuestion,
  headlineQuestion,
  type Question,
  type Shown,
  showPage,
  takesOf,
  usualTitle,
} from '../../analytics/index.ts';
import type { OwnPage } from './own-page.ts';
import { payback } from './payback.ts';
import { quality } from './quality.ts';

export type ReportPage = components['schemas']['ReportPage'];

const OWN = { payback, quality } as const satisfies Partial<Record<ReportPage, OwnPage>>;

const isOwn = (page: ReportPage): page is keyof typeof OWN => Object.hasOwn(OWN, page);

interface Asked {
  page: ReportPage;
  question: Question;
  /** Whose boards count beside shared ones. */
  maker: string | undefined;
}

export const showReport = (at: At, base: ReadBase, { page, question }: Pick<Asked, 'page' | 'question'>): Promise<Shown> =>
  isOwn(page) ? OWN[page].show(at, base, question) : showPage(at, base, page, question);

/** Refuses a parameter that the page does not have. */
export function checkReportQuestion(page: ReportPage, question: Question): void {
  if (!isOwn(page)) {
    checkQuestion(page, question);
    return;
  }
  checkParameters(page, OWN[page].takes, question);
}

/** Whether the money of the page can be in another currency than the profile's. */
export function takesCurrency(page: ReportPage): boolean {
  const takes: readonly string[] = isOwn(page) ? OWN[page].takes : takesOf(page);
  return takes.includes('currency');
}

/** @throws ApiError where there is no such board */
export const usualReportTitle = (base: ReadBase, profileId: string, { page, question, maker }: Asked): string =>
  isOwn(page) ? OWN[page].title : usualTitle(base, profileId, { page, question, maker });

/** By which the headline figures of a sent report are computed again. */
export const headlineRequest = (page: ReportPage, question: Question): { page: ReportPage; question: Question } =>
  isOwn(page) ? { page, question } : headlineQuestion(page, question);

/** Refuses what no reader outside is shown: of reports' own pages all, as their figures are no sums of the cells that leave sign-in. */
export function checkReportForOutside(base: ReadBase, profileId: string, { page, question, maker }: Asked): void {
  if (!isOwn(page)) {
    checkForOutside(base, profileId, { page, question, maker });
    return;
  }
  throw new ApiError(
    'validation_error',
    `page: ${OWN[page].title} is sent to members alone, as its figures are those of few people.`,
  );
}
