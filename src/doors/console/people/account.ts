// The account page: name, password, sessions. Each form does what the operation of the same name does, and shows the page again.
import type { Request, Response } from 'express';
import { agentsOf, endAgentOf } from '../../../account/apps/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { operationOf } from '../../../base/contract/document.ts';
import { isUuid } from '../../../base/contract/formats.ts';
import { clearSession } from '../../http/cookies.ts';
import { barFor, type Desk, HOME, idOf, queryOf, readForm, send, tokenField, type Visitor, visitorOf } from '../kit.ts';
import { askToSignIn } from './sign-in.ts';
import { type AccountState, accountPage } from './texts.ts';

const ACCOUNT = '/console/account';
const DONE: Readonly<Record<string, string>> = {
  name: 'Your name is saved.',
  password: 'Your password is set. You are signed out on all other devices.',
  session: 'That session has ended.',
  agent: 'That program no longer acts for you.',
};

export async function account(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  if (!visitor) return askToSignIn(desk, request, response, ACCOUNT);
  await show(desk, request, response, visitor, { done: DONE[queryOf(request).get('done') ?? ''] });
}

async function show(
  desk: Desk,
  request: Request,
  response: Response,
  visitor: Visitor,
  { done, error, status = 200 }: Pick<AccountState, 'done' | 'error'> & { status?: number },
): Promise<void> {
  const caller = desk.callers(visitor.principal, idOf(request));
  const { data: me } = await caller.call('getMe', {});
  if (me.kind !== 'person') throw new ApiError('forbidden', 'Only people have an account page.');
  const { data: sessions } = await caller.call('listMySessions', {});
  const token = () => tokenField(desk, request, response);
  const { data: workspaces } = await caller.call('listWorkspaces', {});
  const agents = agentsOf(desk.base, me.user_id);
  send(response, status, accountPage({ token, me, workspaces, agents, sessions, done, error }), barFor(visitor));
}

export async function saveName(desk: Desk, request: Request, response: Response): Promise<void> {
  await change(desk, request, response, 'name', async (visitor, field) => {
    const name = field('name').trim();
    const caller = desk.callers(visitor.principal, idOf(request));
    await caller.call('updateMe', {}, undefined, { name: name === '' ? null : name });
  });
}

export async function savePassword(desk: Desk, request: Request, response: Response): Promise<void> {
  await change(desk, request, response, 'password', async (visitor, field) => {
    const current = field('current_password');
    const body = { new_password: field('new_password'), ...(current === '' ? {} : { current_password: current }) };
    await desk.callers(visitor.principal, idOf(request)).call('updatePassword', {}, undefined, body);
  });
}

/** A refusal is shown beside the form that it is about. */
async function change(
  desk: Desk,
  request: Request,
  response: Response,
  about: 'name' | 'password',
  act: (visitor: Visitor, field: (name: string) => string) => Promise<void>,
): Promise<void> {
  const visitor = visitorOf(desk, request);
  if (!visitor) return askToSignIn(desk, request, response, ACCOUNT);
  const field = readForm(desk, request);
  try {
    await act(visitor, field);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await show(desk, request, response, visitor, { error: { about, text: error.message }, status: error.status });
    return;
  }
  response.redirect(303, `${ACCOUNT}?done=${about}`);
}

export async function endSession(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  if (!visitor) return askToSignIn(desk, request, response, ACCOUNT);
  readForm(desk, request);
  const id = String(request.params['id']);
  if (!isUuid(id)) throw new ApiError('not_found', 'No such session.');
  await desk.callers(visitor.principal, idOf(request)).call('deleteMySession', { id });
  const isOwn = visitor.principal.credentialId === `session:${id.toLowerCase()}`;
  if (isOwn) response.append('Set-Cookie', clearSession(desk.isHttps()));
  response.redirect(303, isOwn ? HOME : `${ACCOUNT}?done=session`);
}

export async function endAgent(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  if (!visitor) return askToSignIn(desk, request, response, ACCOUNT);
  const field = readForm(desk, request);
  desk.limit(visitor.principal, operationOf('deleteMySession'));
  const { personId } = visitor.principal;
  const isEnded = personId !== undefined && endAgentOf(desk.base, { personId, grantId: field('id').toLowerCase() });
  if (!isEnded) throw new ApiError('not_found', 'No program of this id acts for you.');
  response.redirect(303, `${ACCOUNT}?done=agent`);
}
