// The meaning of a shop's answers. Many come from a firewall, a host or a page in front of it: only WordPress itself, whose errors have a
// code, says that a key is dead or an order gone.
import { z } from 'zod';
import type { JudgedFailure, Judgement, ProviderAnswer } from '../http/client.ts';
import { type ErrorRule, outcomeOf } from '../http/failure.ts';

const wordpressError = z.object({ code: z.string().min(1) });

const NO_SHOP = 'There is no interface of WooCommerce at this address. In WordPress, permalinks must not be "plain".';

const orderErrors: readonly ErrorRule[] = [
  { code: /_authentication_error$/, outcome: 'reconnect' },
  { code: 'woocommerce_rest_shop_order_invalid_id', outcome: 'not_found' },
  { code: 'woocommerce_rest_shop_webhook_invalid_id', outcome: 'not_found' },
  // For an object that cannot be removed because it is gone.
  { status: 410, outcome: 'not_found' },
  { status: 404, outcome: 'rejected' },
];

export function judgeAnswer({ status, headers, body }: ProviderAnswer): Judgement | undefined {
  if (status < 300) return undefined;
  if (status < 400) return { outcome: 'rejected', reason: movedReason(headers.get('location')) };
  const code = wordpressError.safeParse(body).data?.code;
  if (code === undefined) return strangerOf(status);
  const outcome = outcomeOf(orderErrors, status, code);
  return { outcome, code, ...(outcome === 'rejected' && status === 404 ? { reason: NO_SHOP } : {}) };
}

/** An answer that is not of WordPress. */
function strangerOf(status: number): JudgedFailure | undefined {
  if (status === 404) return { outcome: 'rejected', reason: NO_SHOP };
  return status === 401 || status === 403 ? { outcome: 'unavailable' } : undefined;
}

function movedReason(location: string | null): string {
  const host = location === null ? undefined : URL.parse(location)?.host;
  const where = host ? `, perhaps ${host.slice(0, 100)}` : '';
  return `The shop sends visitors of this address to another one. Enter the address that its own pages have${where}.`;
}
