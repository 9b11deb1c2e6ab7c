// The caller's side of the thread that makes HTML safe: bounded in memory and in the processor's time, one mail at a time in the whole service.
import type { ReadBase } from '../../../../base/base.ts';
import { ApiError } from '../../../../base/contract/api-error.ts';
import { BoundedThread, type ThreadBounds } from '../../../../base/rows/bounded-thread.ts';
import type { ToHtmlWorker } from './html-worker.ts';
import type { SafeHtml } from './safe-html.ts';

const WORKER = new URL('./html-worker.ts', import.meta.url);

const refusal = (): ApiError =>
  new ApiError('invalid_state', 'The formatting of this mail is too deep or too large to be shown. Its text can be read.');

/** Of a processor: a newsletter of 400 kB takes less than one second. */
const MAX_MS = 3_000;
const BOUNDS: Omit<ThreadBounds, 'mostMs'> = {
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  tooLong: refusal,
  tooMuchMemory: refusal,
};

/** @throws ApiError for HTML that takes too much. */
export function safeHtmlBeside(base: Pick<ReadBase, 'mutex'>, question: ToHtmlWorker, mostMs = MAX_MS): Promise<SafeHtml> {
  return base.mutex('act/messaging html', '', async () => {
    const thread = new BoundedThread<ToHtmlWorker, SafeHtml>(WORKER, { ...BOUNDS, mostMs });
    try {
      const answer = await thread.ask(question);
      thread.finish();
      return answer;
    } finally {
      await thread.end();
    }
  });
}
