// A request of a provider's client to a host that a customer has named: through the guard, with an answer of the form that fetch has.
import type { ProviderOutcome } from './failure.ts';
import type { Outside, OutsideCall, OutsideReason } from './guard.ts';

/** A connection that broke may have broken after the request was sent. */
export const outcomeOfRefusal: Record<OutsideReason, ProviderOutcome> = {
  url: 'rejected',
  address: 'rejected',
  unresolved: 'unreachable',
  unreachable: 'unknown',
  slow: 'unknown',
  long: 'too_large',
  encoded: 'unusable',
};

const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** @throws OutsideRefusal, and nothing else. */
export async function askOutside(outside: Outside, url: URL, call: OutsideCall): Promise<Response> {
  const { status, headers, body } = await outside(url.href, call);
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  // A code that is no status of an answer comes from no provider.
  const isAnswer = status >= 200 && status <= 599;
  return new Response(WITHOUT_BODY.includes(status) || !isAnswer ? null : new Uint8Array(body), {
    status: isAnswer ? status : 502,
    headers: sent,
  });
}
