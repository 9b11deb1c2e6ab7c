// Requests to Microsoft Advertising: three services with a host each, the headers that name the customer and the account, and its faults.
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { AdAccount, Grant, WriteReceipt } from '../ad-platform.ts';
import { writing } from '../ad-writing.ts';
import type { RequestBudget } from '../http/budget.ts';
import { type Judgement, type ProviderAnswer, ProviderClient } from '../http/client.ts';
import { outcomeOf, ProviderFailure } from '../http/failure.ts';
import type { Secret } from '../secret.ts';
import { MINUTE_LIMIT, microsoftErrorCode, microsoftErrorReason, microsoftErrors } from './errors.ts';
import { changed } from './shapes.ts';

export interface MicrosoftAdsOptions {
  clientId: string;
  clientSecret: Secret;
  apiVersion: string;
  developerToken: Secret;
  /** Asked instead of all of Microsoft's own addresses, such as a server of tests. */
  url?: string | undefined;
  budget?: RequestBudget;
  log?: Logger;
  timeoutMs?: number;
  /** The time that a report may take, and the pause between two polls of it. */
  report?: { maxMs: number; pollMs: number };
}

export const PROVIDER = 'microsoft_ads';
const SERVICES = {
  customers: { origin: 'https://clientcenter.api.bingads.microsoft.com', path: 'CustomerManagement' },
  campaigns: { origin: 'https://campaign.api.bingads.microsoft.com', path: 'CampaignManagement' },
  reports: { origin: 'https://reporting.api.bingads.microsoft.com', path: 'Reporting' },
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
    const { service, path, json, account } = question;
    const headers = await this.#headers(grant, account);
    const request = { method: 'POST', path, json, headers, isRepeatable: true } as const;
    return this.#clients[service].json({ ...request, ...(account ? { account: account.id } : {}) }, shape);
  }

  /** A change of one object of the campaign service; it is not repeated. A fault of the object comes with a success of the request. */
  async change(grant: Grant, account: AdAccount, { path, json }: { path: string; json: unknown }): Promise<WriteReceipt> {
    const headers = await this.#headers(grant, account);
    const request = { method: 'PUT', path, json, headers, account: account.id } as const;
    const { data, requestId } = await writing(this.#clients.campaigns.receipt(request, changed));
    const [fault] = data.PartialErrors;
    if (fault === undefined) return { requestId };
    const code = String(fault.Code);
    const details = { code, reason: fault.Message ?? undefined, requestId };
    throw new ProviderFailure(
      PROVIDER,
      outcomeOf(microsoftErrors, 400, code),
      `${PROVIDER}: refused a change (${code})`,
      details,
    );
  }

  async #headers(grant: Grant, account: AdAccount | undefined): Promise<Record<string, string>> {
    return {
      authorization: `Bearer ${(await grant.accessToken()).reveal()}`,
      developertoken: this.#developerToken.reveal(),
      ...(account ? { customeraccountid: account.id } : {}),
      ...(account?.loginAccountId === undefined ? {} : { customerid: account.loginAccountId }),
    };
  }
}

function clientOf(service: Service, { url, apiVersion, budget, log, timeoutMs }: MicrosoftAdsOptions): ProviderClient {
  const { origin, path } = SERVICES[service];
  return new ProviderClient({
    provider: PROVIDER,
    baseUrl: `${url?.replace(/\/$/, '') ?? origin}/${path}/${apiVersion}`,
    judge,
    requestIdHeader: 'trackingid',
    ...(budget ? { budget } : {}),
    ...(log ? { log } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** A fault's number decides, at any status; no header has the pause that its limit means. */
function judge({ status, body }: ProviderAnswer): Judgement | undefined {
  const code = microsoftErrorCode(body);
  if (code === undefined) return undefined;
  const retryAfterMs = code === MINUTE_LIMIT.code ? MINUTE_LIMIT.pauseMs : undefined;
  const outcome = outcomeOf(microsoftErrors, Math.max(status, 400), code);
  return { outcome, code, reason: microsoftErrorReason(body), retryAfterMs };
}
