// The link by which a person outside of sign-in confirms that they want reports by mail. Opening it asks, since programs open links of mails; a POST confirms.
import type { Request, Response } from 'express';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { type Confirmation, confirmReader, findConfirmation } from '../../../report/reports/index.ts';
import { type Children, h } from '../design/html.ts';
import { type Desk, send } from '../kit.ts';

const PER_MINUTE = 60;

function confirmationAt({ base, limit, addressOf }: Desk, request: Request): Confirmation {
  const caller: Principal = {
    kind: 'public',
    credentialId: `report confirmation:${addressOf(request)}`,
    scopes: new Set(),
    ratePerMinute: PER_MINUTE,
  };
  limit(caller, { id: 'report confirmation', isIntake: false, rateLimit: undefined });
  const found = findConfirmation(base, tokenOf(request));
  if (!found) throw new ApiError('not_found', 'There is no such link. Perhaps a part of it is missing.');
  return found;
}

const tokenOf = (request: Request): string => String(request.params['token']);

function show(response: Response, { title, state }: Confirmation): void {
  response.setHeader('X-Robots-Tag', 'noindex, nofollow, noarchive');
  send(response, 200, {
    title: 'Reports by mail',
    content: [h('h1', {}, title), h('div', { class: 'panel' }, CONTENTS[state])],
  });
}

const CONTENTS: Readonly<Record<Confirmation['state'], Children>> = {
  open: h('form', { method: 'post' }, [
    h(
      'p',
      {},
      'You are offered reports of this profile by mail: sums over at least five people. Each mail has a link that ends them.',
    ),
    h('button', { type: 'submit' }, 'Send me the reports'),
  ]),
  confirmed: h('p', {}, 'You get reports of this profile by mail. Each mail has a link that ends them.'),
  ended: h('p', {}, 'This link has ended. Ask the person who offered you the reports to send another.'),
};

export async function askToConfirm(desk: Desk, request: Request, response: Response): Promise<void> {
  show(response, confirmationAt(desk, request));
}

export async function confirm(desk: Desk, request: Request, response: Response): Promise<void> {
  confirmationAt(desk, request);
  confirmReader(desk.base, tokenOf(request));
  show(response, confirmationAt(desk, request));
}
