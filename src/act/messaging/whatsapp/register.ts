// Registration of a number. WhatsApp blocks a number for 72 hours after the tenth attempt, so that attempts are counted in state before each is made, for the
// number and not for a profile; nothing is ever repeated.
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { outsideEffect } from '../../../base/contract/operation.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { whatsAppErrorOf } from '../../../providers/whatsapp/errors.ts';
import { noteWhatsAppRefusal, openWhatsApp, reconnectUrl, whatsAppNumbers } from '../../connections/index.ts';

const MAX_ATTEMPTS = 10;
const WINDOW_MS = 72 * 3_600_000;

interface RegistrationIntent extends Record<string, unknown> {
  connectionId: string;
  number: string;
  pin: string;
  profileId: string;
  workspaceId: string;
  actor: string;
}

function attemptsOf(base: ReadBase, number: string): { attempts: number; firstAt: number } {
  const since = base.clock.now() - WINDOW_MS;
  const row = base.state.statement('act/messaging/registrations_recent').get({ number, since });
  return { attempts: row?.attempts ?? 0, firstAt: row?.first_at ?? since };
}

/** @throws ApiError `messaging_register_limit` */
function requireAttempt(base: ReadBase, number: string): void {
  const { attempts, firstAt } = attemptsOf(base, number);
  if (attempts < MAX_ATTEMPTS) return;
  const seconds = Math.max(1, Math.ceil((firstAt + WINDOW_MS - base.clock.now()) / 1000));
  throw new ApiError('messaging_register_limit', 'The number was registered ten times within 72 hours.', {}, seconds);
}

const unknownEnd = (): ApiError =>
  new ApiError(
    'provider_error',
    'It is not known whether WhatsApp has registered the number. Check there before another attempt.',
  );

export const registerNumber = outsideEffect<'registerNumber', RegistrationIntent, null, undefined>('registerNumber', {
  plan: ({ principal, profile, params, body }, tx) => {
    const { profileId, workspaceId } = profile;
    const found = whatsAppNumbers(tx, profileId).find(({ numberId }) => numberId === params.id);
    if (!found) throw new ApiError('not_found', 'The profile has no connected number with this id.');
    const { connectionId } = found.connection;
    if (found.connection.status === 'reconnect_required')
      throw new ApiError('connection_not_ready', 'WhatsApp does not accept the connection any more; connect it again.', {
        reconnect_required: true,
        reconnect_url: reconnectUrl(tx, profileId),
      });
    requireAttempt(tx, params.id);
    tx.state.statement('act/messaging/registration_add').run({ profile_id: profileId, number: params.id, now: tx.clock.now() });
    const actor = actorOf(principal);
    writeAudit(tx, { actor, action: 'number.register_requested', profileId, workspaceId, subject: params.id, detail: {} });
    return {
      intent: { connectionId, number: params.id, pin: body.pin, profileId, workspaceId, actor },
      shown: { number: params.id },
    };
  },
  apply: async ({ intent }, base) => register(base, intent),
  // A second attempt could block the number.
  verify: async () => {
    throw unknownEnd();
  },
  finish: (tx, { intent: { number, profileId, workspaceId, actor } }) => {
    writeAudit(tx, { actor, action: 'number.registered', profileId, workspaceId, subject: number, detail: {} });
    return { data: { id: number, registered: true, attempts_left: MAX_ATTEMPTS - attemptsOf(tx, number).attempts } };
  },
});

async function register(base: Base, { connectionId, number, pin, profileId }: RegistrationIntent): Promise<null> {
  const opened = openWhatsApp(base, connectionId);
  if (!opened) throw new ApiError('connection_not_ready', 'The number was disconnected; nothing was sent.');
  try {
    await opened.client.register(opened.grant, number, pin);
    return null;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.outcome === 'unknown') throw unknownEnd();
    noteWhatsAppRefusal(base, opened.connection, error);
    throw whatsAppErrorOf(error, reconnectUrl(base, profileId));
  }
}
