// The figures of a report, by the question and the days that it is about.
import type { ReadBase } from '../../base/base.ts';
import type { Principal, ProfileRef } from '../../base/contract/operation.ts';
import { type Question, type Shown, showPage, withoutEmails } from '../analytics/index.ts';

export type ReportPage = 'overview' | 'attribution' | 'paths';

interface Request {
  profile: ProfileRef;
  page: ReportPage;
  question: Question;
}

/** Reports have no personal data; who may get one is decided where it is sent. */
const READER: Principal = { kind: 'public', credentialId: 'report', scopes: new Set(['analytics:read']), ratePerMinute: 0 };

export async function computeReport(base: ReadBase, { profile, page, question }: Request): Promise<Shown> {
  const at = {
    principal: READER,
    profile,
    workspaceId: profile.workspaceId,
    requestId: 'report',
    body: undefined,
    isOutside: false,
  };
  const shown = await showPage(at, base, page, question);
  return { ...shown, contents: withoutEmails(shown.contents) };
}
