// A page that is made for reports alone.
import type { ReadBase } from '../../../base/base.ts';
import type { At, Question, Shown } from '../../analytics/index.ts';

export interface OwnPage {
  title: string;
  takes: readonly (keyof Question)[];
  show: (at: At, base: ReadBase, question: Question) => Promise<Shown>;
}
