// The warnings of a report about its figures, beside its own: objections from later slices.
import type { ReadBase } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { FiguresShown } from '../../base/contract/slice-hooks.ts';
import type { Warning } from './money.ts';

/** The answer with them. Figures as of an earlier time have none: what is known now is not about them. */
export async function withTrust<Answer extends { warnings?: Warning[] | undefined }>(
  base: ReadBase,
  profileId: string,
  shown: FiguresShown & { as_of?: string | undefined },
  answer: Answer,
): Promise<Answer> {
  if (shown.as_of !== undefined) return answer;
  const found = await Promise.all(hooksOf(base).map(({ trust }) => trust?.(base, profileId, shown) ?? []));
  const own = answer.warnings ?? [];
  const more = found.flat().filter(({ code }) => own.every((warning) => warning.code !== code));
  return more.length === 0 ? answer : { ...answer, warnings: [...own, ...more] };
}
