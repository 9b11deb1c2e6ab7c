// Templates, and messages with buttons, lists and links: what a call requests as WhatsApp takes it.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Call } from '../../../base/contract/operation.ts';
import type { PlannedMessage } from '../channel.ts';
import { planWhatsApp } from './plan.ts';

const MAX_ROWS = 10;

export function planTemplate(tx: Base, { profile, body }: Call<'sendTemplate'>): PlannedMessage {
  const { connection_id: connectionId, number_id: numberId, to, thread_id: threadId, template } = body;
  return planWhatsApp(tx, profile, { connectionId, numberId, to, threadId, replyTo: undefined }, { type: 'template', template });
}

export function planInteractive(tx: Base, { profile, body }: Call<'sendInteractive'>): PlannedMessage {
  const { connection_id: connectionId, number_id: numberId, to, thread_id: threadId, reply_to: replyTo, interactive } = body;
  checkChoices(interactive);
  return planWhatsApp(tx, profile, { connectionId, numberId, to, threadId, replyTo }, { type: 'interactive', interactive });
}

/** What the contract cannot say. @throws ApiError */
function checkChoices(interactive: Call<'sendInteractive'>['body']['interactive']): void {
  const refuse = (message: string): never => {
    throw new ApiError('validation_error', message);
  };
  if (interactive.kind === 'link') return;
  const choices = interactive.kind === 'buttons' ? interactive.buttons : interactive.sections.flatMap(({ rows }) => rows);
  if (new Set(choices.map(({ id }) => id)).size < choices.length) refuse('interactive: two choices have the same id.');
  if (choices.length > MAX_ROWS) refuse(`interactive.sections: have more than ${MAX_ROWS} rows in all.`);
  const isUntitled =
    interactive.kind === 'list' &&
    interactive.sections.length > 1 &&
    interactive.sections.some(({ title }) => title === undefined);
  if (isUntitled) refuse('interactive.sections: several sections need titles.');
}
