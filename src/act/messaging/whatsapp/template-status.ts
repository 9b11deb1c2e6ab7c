// Whether WhatsApp sends a template at present: one that it has paused or rejected is refused before the send, as a send that is accepted may fail an hour
// later by webhook. What was approved is not looked up again for a few minutes.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { APPROVED } from '../../../providers/whatsapp/client.ts';
import type { OpenWhatsApp } from '../../connections/index.ts';

const GOOD_MS = 5 * 60_000;
const MOST_KEPT = 10_000;

/** WhatsApp's own code for a template that it does not send for this reason, and the reason in words. */
const REFUSALS: Readonly<Record<string, readonly [string, string]>> = {
  PAUSED: ['132015', 'WhatsApp has paused this template, as readers complained about it'],
  DISABLED: ['132016', 'WhatsApp has disabled this template for good'],
  REJECTED: ['132001', 'WhatsApp has rejected this template'],
  PENDING: ['132001', 'WhatsApp has not approved this template yet'],
  IN_APPEAL: ['132001', 'WhatsApp has not approved this template yet'],
};
const NOT_THERE = ['132001', 'The account has no such template in this language'] as const;
const NOT_SENT = ['132001', 'WhatsApp does not send this template at present'] as const;

interface Template {
  name: string;
  language: string;
}

const approvalsOf = (base: Base): Map<string, number> => base.memo('approved templates', () => new Map<string, number>());

/** A look-up that fails says nothing: WhatsApp judges the send itself. @throws ApiError `provider_error`, 422 */
export async function requireApproved(
  base: Base,
  { connection, client, grant }: OpenWhatsApp,
  template: Template,
): Promise<void> {
  const approvals = approvalsOf(base);
  const key = JSON.stringify([connection.connectionId, template.name, template.language]);
  const now = base.clock.now();
  if (now - (approvals.get(key) ?? 0) < GOOD_MS) return;
  const status = await client.templateStatus(grant, template).catch(whereUnknown);
  if (status === UNKNOWN) return;
  if (status === APPROVED) {
    if (approvals.size >= MOST_KEPT) approvals.clear();
    approvals.set(key, now);
    return;
  }
  const [code, words] = status === undefined ? NOT_THERE : (REFUSALS[status] ?? NOT_SENT);
  const extra = { provider: 'whatsapp', provider_code: code, provider_message: status ?? 'NOT_FOUND' };
  throw new ApiError('provider_error', `${words}; nothing was sent.`, extra, undefined, 422);
}

const UNKNOWN = Symbol('not known');

/** Of a grant that has ended nothing is sent either. */
function whereUnknown(error: unknown): typeof UNKNOWN {
  if (error instanceof ProviderFailure && error.outcome !== 'reconnect') return UNKNOWN;
  throw error;
}
