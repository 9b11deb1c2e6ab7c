// The second page of a sign-in: a code of the phone, or a recovery code. What was shown before is sealed in its form.
import type { Request, Response } from 'express';
import { finishSignIn } from '../../../account/people/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { continueOf, type Desk, readForm, send, tokenField } from '../kit.ts';
import { begin, retryAfter } from './begin.ts';
import { signInAgain } from './sign-in.ts';
import { codePage } from './texts.ts';

export async function enterCode(desk: Desk, request: Request, response: Response): Promise<void> {
  const field = readForm(desk, request, { signsIn: true });
  const next = continueOf(field('continue'));
  const pending = field('pending');
  const again = (status: number, error: string): void =>
    send(response, status, codePage({ token: tokenField(desk, request, response), next, pending, error }));
  try {
    const session = finishSignIn(desk.base, { pending, code: field('code').slice(0, 100), address: desk.addressOf(request) });
    if (session === 'expired') return signInAgain(desk, request, response, { next, error: 'That took too long. Sign in again.' });
    if (session === 'wrong_code')
      return again(401, 'This is not the code of now, or it was used already. Wait for the next one.');
    begin(desk, response, session, next);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    retryAfter(response, error);
    again(error.status, error.message);
  }
}
