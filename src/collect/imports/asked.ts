// A file that is not imported until a person has decided something: the sentence says how the command line is told, the question how any other door asks.
import { UnusableFile } from '../../base/rows/csv-rows.ts';
import type { Question } from './reading.ts';

export class AskedOfFile extends UnusableFile {
  /** Undefined where no decision would help. */
  readonly question: Question | undefined;

  constructor(message: string, question?: Question) {
    super(message);
    this.question = question;
  }
}
