// How Microsoft Advertising is asked: three services with a host each, the headers that name the customer and the account, and its faults.
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { AdAccount, Grant } from '../ad-platform.ts';
import type { RequestBudget } from '../http/budget.ts';
import { type Judgement, type ProviderAnswer, ProviderClient } from '../http/client.ts';
import { outcomeOf, ProviderFailure } from '../http/failure.ts';
import type { Secret } from '../secret.ts';
import { MINUTE_LIMIT, microsoftErrorCode, microsoftErrors } from './errors.ts';

export interface MicrosoftAdsOptions {
  clientId: string;
  clientSecret: Secret;
  developerToken: Secret;
  /** Asked instead of all of Microsoft's own addresses, such as a server of tests. */
  url?: string | undefined;
  budget?: RequestBudget;
  log?: Logger;
  timeoutMs?: number;
  /** How long a report may take, and the pause between two looks at it. */
  report?: { maxMs: number; pollMs: number };
}

export const PROVIDER = 'microsoft_ads';
const SERVICES = {
  customers: { origin: 'https://clientcenter.api.bingads.microsoft.com', path: 'CustomerManagement/v13' },
  campaigns: { origin: 'https://campaign.api.bingads.microsoft.com', path: 'CampaignManagement/v13' },
  reports: { origin: 'https://reporting.api.bingads.microsoft.com', path: 'Reporting/v13' },
};
export type Service = keyof typeof SERVICES;

export const failure = (outcome: ProviderFailure['outcome'], message: string): ProviderFailure =>
  new ProviderFailure(PROVIDER, outcome, `${PROVIDER}: ${message}`);

export class MicrosoftAdsApi {
  readonly #clients: Record<Service, ProviderClient>;
  readonly #developerToken: Secret;

  constructor(options: MicrosoftAdsOptions) {
    this.#developerToken = options.developerToken;
    this.#clients = {
      customers: clientOf('customers', options),
      campaigns: clientOf('campaigns', options),
      reports: clientOf('reports', options),
    };
  }

  /** All of its reads are POSTs, which may be repeated. @param account Undefined where the call is about no account. */
  async ask<Shape extends z.ZodType>(
    grant: Grant,
    question: { service: Service; path: string; json: unknown; account?: AdAccount },
    shape: Shape,
  ): Promise<z.infer<Shape>> {
    const token = await grant.accessToken();
    const { service, path, json, account } = question;
    const headers = {
      authorization: `Bearer ${token.reveal()}`,
      developertoken: this.#developerToken.reveal(),
      ...(account ? { customeraccountid: account.id } : {}),
      ...(account?.loginAccountId === undefined ? {} : { customerid: account.loginAccountId }),
    };
    const request = { method: 'POST', path, json, headers, isRepeatable: true } as const;
    return this.#clients[service].json({ ...request, ...(account ? { account: account.id } : {}) }, shape);
  }
}

function clientOf(service: Service, { url, budget, log, timeoutMs }: MicrosoftAdsOptions): ProviderClient {
  const { origin, path } = SERVICES[service];
  return new ProviderClient({
    provider: PROVIDER,
    baseUrl: `${url?.replace(/\/$/, '') ?? origin}/${path}`,
    judge,
    requestIdHeader: 'trackingid',
    ...(budget ? { budget } : {}),
    ...(log ? { log } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** A fault decides by its number, whatever the status; the pause that its limit means is in no header. */
function judge({ status, body }: ProviderAnswer): Judgement | undefined {
  const code = microsoftErrorCode(body);
  if (code === undefined) return undefined;
  const retryAfterMs = code === MINUTE_LIMIT.code ? MINUTE_LIMIT.pauseMs : undefined;
  return { outcome: outcomeOf(microsoftErrors, Math.max(status, 400), code), code, retryAfterMs };
}
