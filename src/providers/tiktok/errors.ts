// TikTok's codes as outcomes. Every answer of it has status 200.
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import type { ProviderOutcome } from '../http/failure.ts';
import { envelope } from './shapes.ts';

const OK = [0, 20_001];
const OUTCOMES: Readonly<Record<number, ProviderOutcome>> = {
  40102: 'reconnect',
  40104: 'reconnect',
  40105: 'reconnect',
  40001: 'forbidden',
  40000: 'rejected',
  40002: 'rejected',
  40100: 'throttled',
};

export function judgeTikTok({ status, body }: ProviderAnswer): Judgement | undefined {
  // A page instead of JSON comes from a machine in between, and passes.
  if (body === undefined) return { outcome: 'unavailable' };
  const { data } = envelope.safeParse(body);
  if (!data) return { outcome: status >= 500 ? 'unavailable' : 'unusable' };
  const { code, message, request_id: requestId } = data;
  return OK.includes(code) ? 'success' : { outcome: outcomeOfCode(code), code: String(code), reason: message, requestId };
}

function outcomeOfCode(code: number): ProviderOutcome {
  return OUTCOMES[code] ?? (code >= 50_000 && code < 60_000 ? 'unavailable' : 'refused');
}
