// What the answer of a token endpoint says of an app, when it is asked to exchange a code that nobody has: only an app that the provider knows gets as
// far as the code.
import type { ProviderFailure } from '../../../providers/http/failure.ts';

export const APP_CHECKS = [
  'accepted',
  'wrong_id',
  'wrong_secret',
  'wrong_credentials',
  'wrong_redirect',
  'in_review',
  'unclear',
  'unreachable',
  'not_checkable',
] as const;
export type AppCheckStatus = (typeof APP_CHECKS)[number];

export interface AppCheck {
  status: AppCheckStatus;
  /** The provider's own. */
  code: string | null;
  words: string | null;
}

/** What an answer means: a pattern of the provider's code and words together. */
export type AnswerRule = readonly [pattern: RegExp, status: AppCheckStatus];

const MAX_WORDS = 300;

/** In the words of the RFC and of most providers; a provider's own rules are in the table of wizards and come first. */
const RULES: readonly AnswerRule[] = [
  [/redirect/i, 'wrong_redirect'],
  [/in review|under review|not (?:yet )?(?:been )?(?:approved|live|published|active)|development mode/i, 'in_review'],
  [/(?:client|app)[ _]?id\b.*\bsecret|secret\b.*(?:client|app)[ _]?id\b/i, 'wrong_credentials'],
  [/secret|api key/i, 'wrong_secret'],
  [/(?:client|app)[ _-]?id\b|client was not found|application\b.*not found|application_cannot_be_found/i, 'wrong_id'],
  [/invalid_grant|(?:authori[sz]ation|auth|verification)[ _]code/i, 'accepted'],
  [/invalid_client|unauthorized_client|^unauthorized\b/i, 'wrong_credentials'],
];

const TRY_LATER: ReadonlySet<ProviderFailure['outcome']> = new Set(['unreachable', 'unknown', 'throttled', 'unavailable']);

/** @param secrets No word of an answer repeats one of them. */
export function judgeAnswer(failure: ProviderFailure, own: readonly AnswerRule[], secrets: readonly string[]): AppCheck {
  const { code, reason } = failure.details;
  const said = { code: code ?? null, words: reason === undefined ? null : cleaned(reason, secrets) };
  const text = `${code ?? ''} ${reason ?? ''}`;
  const meaning = (rules: readonly AnswerRule[]): AppCheckStatus | undefined =>
    rules.find(([pattern]) => pattern.test(text))?.[1];
  // Meta's own code for a wrong secret is also that of an outage.
  const status = meaning(own) ?? (TRY_LATER.has(failure.outcome) ? 'unreachable' : (meaning(RULES) ?? 'unclear'));
  return { status, ...said };
}

function cleaned(words: string, secrets: readonly string[]): string {
  const without = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words);
  return without
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS);
}
