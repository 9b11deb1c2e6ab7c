// A one-time link that the operator's command prints. Opening it shows whom it signs in; only its button signs in, so a preview, a
// scanner of mails or a page of somebody else uses up no link and starts no session.
import type { Request, Response } from 'express';
import { lookAtSignInLink, redeemSignInLink } from '../../../account/people/index.ts';
import { operationOf } from '../../../base/contract/document.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { signInPath } from '../../http/addresses.ts';
import { type Desk, HOME, readForm, send, tokenField } from '../kit.ts';
import { deadLinkPage, signInLinkPage } from '../texts.ts';
import { beginOrAsk } from './begin.ts';

const LINKS_PER_MINUTE = 30;

/** Guessing is hopeless; this keeps it cheap as well. */
function limitLinks({ limit, addressOf }: Desk, request: Request): void {
  const caller: Principal = {
    kind: 'public',
    credentialId: `sign-in:${addressOf(request)}`,
    scopes: new Set(),
    ratePerMinute: LINKS_PER_MINUTE,
  };
  limit(caller, operationOf('listProfiles'));
}

const showDead = (response: Response, why: 'used' | 'expired' | 'unknown'): void =>
  send(response, why === 'unknown' ? 404 : 410, deadLinkPage(why));

export async function showSignInLink(desk: Desk, request: Request, response: Response): Promise<void> {
  limitLinks(desk, request);
  const linkToken = String(request.params['token']);
  const link = lookAtSignInLink(desk.base, linkToken);
  if (link.outcome !== 'open') return showDead(response, link.outcome);
  const { email } = link;
  send(response, 200, signInLinkPage({ token: tokenField(desk, request, response), path: signInPath(linkToken), email }));
}

export async function redeemLink(desk: Desk, request: Request, response: Response): Promise<void> {
  limitLinks(desk, request);
  readForm(desk, request, { signsIn: true });
  const redeemed = redeemSignInLink(desk.base, String(request.params['token']));
  if (redeemed.outcome !== 'signed_in' && redeemed.outcome !== 'code_needed') return showDead(response, redeemed.outcome);
  beginOrAsk(desk, request, response, { opened: redeemed, next: HOME });
}
