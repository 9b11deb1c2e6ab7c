// The page of a hand-off: the link alone allows reading it, signed out too, and its id allows a person who may decide it; the person who decides signs in, has the role, and is not the
// requester. Each view reads the state again where it may have been settled elsewhere.
import type { Request, Response } from 'express';
import { z } from 'zod';
import {
  decideHandoff,
  findHandoff,
  handoffPath,
  handoffStatus,
  isHandoffId,
  kindOf,
  lookAgain,
  whyNot,
} from '../../../account/handoffs/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { operationOf } from '../../../base/contract/document.ts';
import type { Handoff } from '../../../base/contract/handoff.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { barFor, type Desk, readForm, send, tokenField, type Visitor, visitorOf } from '../kit.ts';
import { askToSignIn } from '../people/sign-in.ts';
import { type HandoffState, handoffPage } from './texts.ts';

const LOOKS_PER_MINUTE = 60;
const failureShape = z.object({ error: z.object({ message: z.string() }) });

export async function showHandoff(desk: Desk, request: Request, response: Response): Promise<void> {
  limitLooks(desk, request);
  await show(desk, request, response, 200);
}

/** The link is no secret from the agent, and each look may ask a payment processor. */
function limitLooks({ limit, addressOf }: Desk, request: Request): void {
  const caller: Principal = {
    kind: 'public',
    credentialId: `handoff:${addressOf(request)}`,
    scopes: new Set(),
    ratePerMinute: LOOKS_PER_MINUTE,
  };
  limit(caller, operationOf('getHandoff'));
}

async function show(desk: Desk, request: Request, response: Response, status: number, error?: string): Promise<void> {
  const token = String(request.params['token']);
  const visitor = visitorOf(desk, request);
  if (!visitor && isHandoffId(token)) return askToSignIn(desk, request, response, handoffPath(token));
  const found = findHandoff(desk.base, token, visitor?.principal);
  if (!found) throw new ApiError('not_found', 'There is nothing to decide here. Perhaps a part of the link is missing.');
  const { handoff, trouble } = await lookOnPage(desk, found);
  const path = handoffPath(token);
  const words = kindOf(desk.base, handoff.kind).describe(desk.base, handoff);
  const failure = failureShape.safeParse(handoff.result).data?.error.message;
  const stands = { status: handoffStatus(desk.base, handoff), failure, ...mayDecide(desk, handoff, visitor) };
  const content = handoffPage({ words, path, token: tokenField(desk, request, response), ...stands, error: error ?? trouble });
  send(response, status, content, visitor && barFor(visitor));
}

/** Known evidence is shown also while no more can be read. */
async function lookOnPage({ base }: Desk, found: Handoff): Promise<{ handoff: Handoff; trouble?: string }> {
  try {
    return { handoff: await lookAgain(base, found) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'provider_error') throw error;
    return { handoff: found, trouble: `${error.message} Look again in a while.` };
  }
}

function mayDecide({ base }: Desk, handoff: Handoff, visitor: Visitor | undefined): Pick<HandoffState, 'may' | 'role'> {
  const { role } = kindOf(base, handoff.kind);
  if (!visitor) return { may: 'sign_in', role };
  const refusal = whyNot(base, handoff, visitor.principal);
  return { may: refusal === undefined ? 'decide' : refusal === 'role' ? 'look' : 'sign_in_anew', role };
}

export async function decideOnPage(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  const token = String(request.params['token']);
  if (!visitor) return askToSignIn(desk, request, response, handoffPath(token));
  const field = readForm(desk, request);
  limitLooks(desk, request);
  const decision = field('decision');
  if (decision !== 'approved' && decision !== 'rejected')
    throw new ApiError('invalid_request', 'decision: approved or rejected.');
  try {
    await decideHandoff(desk.base, token, { principal: visitor.principal, decision });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'not_found') throw error;
    return show(desk, request, response, error.status, error.message);
  }
  response.redirect(303, handoffPath(token));
}
