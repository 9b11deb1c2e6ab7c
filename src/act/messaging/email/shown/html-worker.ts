// Makes the HTML of mails safe in a thread of its own, which may be ended at any moment.
import { parentPort } from 'node:worker_threads';
import { type SafeHtml, safeHtml } from './safe-html.ts';

export interface ToHtmlWorker {
  html: string;
  withRemoteImages: boolean;
}

parentPort?.on('message', ({ html, withRemoteImages }: ToHtmlWorker) => {
  const answer: SafeHtml = safeHtml(html, { withRemoteImages });
  parentPort?.postMessage(answer);
});
