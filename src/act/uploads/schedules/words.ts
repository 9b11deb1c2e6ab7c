// Why a schedule does not run or failed, in sentences.
import type { FetchFailureReason } from './fetch-file.ts';

/** `asks` and `refused`: what its file needs. The others: why it was not fetched. */
export type Reason = FetchFailureReason | 'asks' | 'refused';

const REASONS: Readonly<Record<Reason, string>> = {
  asks: 'The columns of the file have changed, or it has values that can be read in two ways. Answer the questions of its preview and commit it.',
  refused: 'The file cannot be imported as it was before. Its preview says why.',
  blocked: 'The address, or one that it redirects to, is not an https address of a public host.',
  not_found: 'There is no file at the address any more.',
  private:
    'The Google Sheet is not shared any more: Google responds with its sign-in page. Share it with everybody who has the link, or publish it.',
  forbidden: 'The server does not allow reading the file.',
  unreachable: 'The server did not respond in time.',
  unavailable: 'The server responded with an error.',
  too_large: 'The file is larger than 50 MB.',
  not_a_file: 'The address shows a web page, not a file.',
  redirects: 'The address redirects more than three times.',
};

export const reasonText = (reason: Reason): string => REASONS[reason];
