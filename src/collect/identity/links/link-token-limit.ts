// The number of browsers that one link token may link: a mail is easily forwarded, and each person who follows its link would be the customer. The
// number is a decision, so that it applies from the fact after it on, at any time of stitching.
import type { Base } from '../../../base/base.ts';

export const DEFAULT_TOKEN_BROWSERS = 5;

/** Inside the caller's transaction. */
export function decideTokenBrowsers(base: Base, profileId: string, browsers: number, actor: string): void {
  const afterSeq = base.journal.lastSeq(profileId);
  const decision_no = base.state.decide({
    profileId,
    kind: 'link_token_limit',
    afterSeq,
    subject: 'browsers_per_link_token',
    payload: { browsers },
    actor,
    decidedAt: base.clock.now(),
  });
  const row = { profile_id: profileId, decision_no, after_seq: afterSeq, browsers };
  base.state.statement('collect/identity/link_token_limit_put').run(row);
}

/** May the token link one more browser? Writes down what comes of it. */
export function mayTokenLink(
  { state }: Pick<Base, 'state'>,
  profileId: string,
  { seq, tokenKey, visitorKey }: { seq: bigint; tokenKey: bigint; visitorKey: bigint },
): boolean {
  const browser = { profile_id: profileId, token_key: tokenKey, visitor_key: visitorKey };
  const link = state.statement('collect/identity/link_token_browsers_count').get(browser);
  if (link?.is_linked === 1) return true;
  const decided = state.statement('collect/identity/link_token_limit_get').get({ profile_id: profileId, seq });
  const isRefused = Number(link?.linked ?? 0) >= Number(decided?.browsers ?? DEFAULT_TOKEN_BROWSERS);
  state.statement('collect/identity/link_token_browser_put').run({ ...browser, is_refused: isRefused ? 1 : 0 });
  return !isRefused;
}
