// The link in the mail of a report that ends these mails, without signing in. Opening it asks, since programs open links of mails; a POST ends them, from the page
// or from the button of a mail program (RFC 8058), which sends no token of a form.
import type { Request, Response } from 'express';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { endSubscription, findSubscription, type Subscription } from '../../../report/reports/index.ts';
import { type Html, h } from '../design/html.ts';
import { type Desk, send } from '../kit.ts';

const PER_MINUTE = 60;

function subscriptionAt({ base, limit, addressOf }: Desk, request: Request): { token: string; subscription: Subscription } {
  const caller: Principal = {
    ...{ kind: 'public', credentialId: `unsubscribe:${addressOf(request)}`, scopes: new Set() },
    ratePerMinute: PER_MINUTE,
  };
  limit(caller, { id: 'unsubscribe', isIntake: false, rateLimit: undefined });
  const token = String(request.params['token']);
  const subscription = findSubscription(base, token);
  if (!subscription) throw new ApiError('not_found', 'There is no such link. Perhaps a part of it is missing.');
  return { token, subscription };
}

function show(response: Response, { title }: Subscription, content: Html): void {
  response.setHeader('X-Robots-Tag', 'noindex, nofollow, noarchive');
  send(response, 200, { title: 'Mails of a report', content: [h('h1', {}, title), h('div', { class: 'panel' }, content)] });
}

const ENDED = h('p', {}, 'You get no more mails of this report.');

export async function askToUnsubscribe(desk: Desk, request: Request, response: Response): Promise<void> {
  const { subscription } = subscriptionAt(desk, request);
  if (!subscription.isOn) return show(response, subscription, ENDED);
  const form = h('form', { method: 'post' }, [
    h('p', {}, 'This report is sent to you by mail.'),
    h('button', { type: 'submit' }, 'Send me no more of them'),
  ]);
  show(response, subscription, form);
}

export async function unsubscribe(desk: Desk, request: Request, response: Response): Promise<void> {
  const { token, subscription } = subscriptionAt(desk, request);
  endSubscription(desk.base, token);
  show(response, subscription, ENDED);
}
