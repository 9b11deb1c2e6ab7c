// A file that is not imported until a person has decided something: the sentence names the option of the command line, the question serves every other door.
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
