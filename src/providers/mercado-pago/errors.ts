// The meaning of Mercado Pago's error answers; most are clear from their status alone.
import type { ErrorRule } from '../http/failure.ts';

export const mercadoPagoErrors: readonly ErrorRule[] = [
  { status: 400, code: 'invalid_token', outcome: 'reconnect' },
  // A rule of their firewall, independent of the grant.
  { status: 403, code: 'PA_UNAUTHORIZED_RESULT_FROM_POLICIES', outcome: 'unavailable' },
  { status: 424, outcome: 'unavailable' },
];

export function mercadoPagoErrorCode(body: unknown): string | undefined {
  const { code, error } = Object(body);
  return [code, error].find((each): each is string => typeof each === 'string' && each !== '');
}
