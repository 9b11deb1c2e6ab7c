// The meaning of Shopify's answers. Its GraphQL says most things with status 200.
import { z } from 'zod';
import type { JudgedFailure, Judgement, ProviderAnswer } from '../http/client.ts';
import type { ErrorRule, ProviderOutcome } from '../http/failure.ts';

export const shopifyErrors: readonly ErrorRule[] = [
  // A shop that has not paid, or that is locked, may come back.
  { status: 402, outcome: 'unavailable' },
  { status: 423, outcome: 'unavailable' },
  { status: 430, outcome: 'throttled' },
  { status: 400, outcome: 'unusable' },
];

const OUTCOMES: Readonly<Record<string, ProviderOutcome>> = {
  THROTTLED: 'throttled',
  MAX_COST_EXCEEDED: 'too_large',
  ACCESS_DENIED: 'forbidden',
  INTERNAL_SERVER_ERROR: 'unavailable',
  TIMEOUT: 'unavailable',
  SHOP_INACTIVE: 'unavailable',
};

const answered = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(
    z.object({ path: z.array(z.unknown()).nullish(), extensions: z.object({ code: z.string().nullish() }).nullish() }),
  ),
  extensions: z.object({ cost: z.unknown() }).nullish(),
});

const cost = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
});

export function judgeShopify({ status, body }: ProviderAnswer): Judgement | undefined {
  if (status < 200 || status >= 300) return undefined;
  const { data: found } = answered.safeParse(body);
  if (!found) return undefined;
  // A field that the app may not see, such as the address of a customer, is null; the rest of the answer is good.
  const isPartly = ({ path }: (typeof found.errors)[number]): boolean => (path?.length ?? 0) > 1;
  const fatal = found.errors.find((each) => !(each.extensions?.code === 'ACCESS_DENIED' && isPartly(each)));
  return fatal ? failureOf(fatal.extensions?.code ?? undefined, found.extensions?.cost) : undefined;
}

function failureOf(code: string | undefined, spent: unknown): JudgedFailure {
  const outcome = OUTCOMES[code ?? ''] ?? 'unusable';
  return { outcome, code, ...(outcome === 'throttled' ? { retryAfterMs: pauseOf(spent) } : {}) };
}

/** Until the bucket has what the query needs. */
function pauseOf(spent: unknown): number {
  const { data } = cost.safeParse(spent);
  if (!data) return 1_000;
  const { currentlyAvailable, restoreRate } = data.throttleStatus;
  return Math.max(0, Math.ceil(((data.requestedQueryCost - currentlyAvailable) / restoreRate) * 1_000));
}
