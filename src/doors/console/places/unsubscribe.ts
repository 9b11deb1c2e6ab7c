// The link in a mail that ends mails of its kind, without signing in: of a report, or of a profile to its customers. Opening it asks, since programs open links of mails; a POST ends them, from the page
// or from the button of a mail program (RFC 8058), which sends no token of a form.
import type { Request, Response } from 'express';
import { findOptOut, optOut } from '../../../act/messaging/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { endSubscription, findSubscription } from '../../../report/reports/index.ts';
import { type Children, h } from '../design/html.ts';
import { type Desk, send } from '../kit.ts';

const PER_MINUTE = 60;

interface Subscription {
  title: string;
  isOn: boolean;
  again?: string;
  words: typeof OF_REPORTS;
  end: () => void;
}

const OF_REPORTS = {
  page: 'Mails of a report',
  asked: 'This report is sent to you by mail.',
  button: 'Send me no more of them',
  ended: 'You get no more mails of this report.',
};
const OF_MESSAGES: typeof OF_REPORTS = {
  page: 'Messages',
  asked: 'You get messages of this sender.',
  button: 'Send me no more messages',
  ended: 'You get no more messages of this sender.',
};

function subscriptionOf(base: Desk['base'], token: string): Subscription | undefined {
  const report = findSubscription(base, token);
  if (report) return { ...report, words: OF_REPORTS, end: () => endSubscription(base, token) };
  const messages = findOptOut(base, token);
  return messages && { ...messages, words: OF_MESSAGES, end: () => optOut(base, token) };
}

function subscriptionAt({ base, limit, addressOf }: Desk, request: Request): Subscription {
  const caller: Principal = {
    kind: 'public',
    credentialId: `unsubscribe:${addressOf(request)}`,
    scopes: new Set(),
    ratePerMinute: PER_MINUTE,
  };
  limit(caller, { id: 'unsubscribe', isIntake: false, rateLimit: undefined });
  const subscription = subscriptionOf(base, String(request.params['token']));
  if (!subscription) throw new ApiError('not_found', 'There is no such link. Perhaps a part of it is missing.');
  return subscription;
}

function show(response: Response, { title, words }: Subscription, content: Children): void {
  response.setHeader('X-Robots-Tag', 'noindex, nofollow, noarchive');
  send(response, 200, { title: words.page, content: [h('h1', {}, title), h('div', { class: 'panel' }, content)] });
}

const showEnded = (response: Response, subscription: Subscription): void =>
  show(response, subscription, [
    h('p', {}, subscription.words.ended),
    subscription.again === undefined ? null : h('p', {}, h('a', { href: subscription.again }, 'Get them again')),
  ]);

export async function askToUnsubscribe(desk: Desk, request: Request, response: Response): Promise<void> {
  const subscription = subscriptionAt(desk, request);
  const { words, isOn } = subscription;
  if (!isOn) return showEnded(response, subscription);
  const form = h('form', { method: 'post' }, [h('p', {}, words.asked), h('button', { type: 'submit' }, words.button)]);
  show(response, subscription, form);
}

export async function unsubscribe(desk: Desk, request: Request, response: Response): Promise<void> {
  const subscription = subscriptionAt(desk, request);
  subscription.end();
  showEnded(response, subscriptionAt(desk, request));
}
