// The page that signs in with a passkey: the one page before an account is open that has a script.
import type { Request, Response } from 'express';
import { signInByPasskey, signInOptions } from '../../../account/people/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { passkeyScriptPath } from '../design/style-sheet.ts';
import { continueOf, type Desk, queryOf, readForm, SCRIPT_POLICY, send, tokenField } from '../kit.ts';
import { begin, clientOf, retryAfter } from './begin.ts';
import { signInAgain } from './sign-in.ts';
import { passkeyPage } from './texts.ts';

interface Shown {
  next: string;
  status: number;
  error?: string;
}

async function show(desk: Desk, request: Request, response: Response, { next, status, error }: Shown): Promise<void> {
  const options = JSON.stringify(await signInOptions(desk.base));
  const token = tokenField(desk, request, response);
  response.setHeader('Content-Security-Policy', SCRIPT_POLICY);
  send(response, status, passkeyPage({ token, next, options, script: passkeyScriptPath, error }));
}

export async function showPasskey(desk: Desk, request: Request, response: Response): Promise<void> {
  const next = continueOf(queryOf(request).get('continue'));
  try {
    await show(desk, request, response, { next, status: 200 });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    signInAgain(desk, request, response, { next, error: error.message });
  }
}

export async function enterByPasskey(desk: Desk, request: Request, response: Response): Promise<void> {
  const field = readForm(desk, request, { signsIn: true });
  const next = continueOf(field('continue'));
  try {
    const sent = { answer: field('credential'), address: desk.addressOf(request), ...clientOf(request) };
    const session = await signInByPasskey(desk.base, sent);
    if (session) return begin(desk, response, session, next);
    await show(desk, request, response, {
      next,
      status: 401,
      error: 'This passkey opens no account here. It may have been removed.',
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    retryAfter(response, error);
    signInAgain(desk, request, response, { next, error: error.message });
  }
}
