// The reply to a conversation. In WhatsApp free text is sent while the window is open; afterwards a template is. A press that is repeated sends once.
import { api, unwrap } from '../../api/client.ts';
import { WriteForm } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useKeyOf } from '../../outside/keys.ts';
import { forgetInbox } from './here.ts';
import { TemplateForm } from './template.tsx';
import type { Thread } from './words.ts';

interface ReplyProps {
  thread: Thread;
  draft: string;
  setDraft: (text: string) => void;
}

export function Reply({ thread, draft, setDraft }: ReplyProps) {
  const isClosed = thread.channel === 'whatsapp' && thread.window_ends_at === null;
  if (isClosed)
    return (
      <>
        <p class="notice">
          WhatsApp takes free text within 24 hours of the person's last message. That time is over: send a template, and when the
          person answers, free text can be sent again.
        </p>
        <TemplateForm thread={thread} />
      </>
    );
  return <TextForm thread={thread} draft={draft} setDraft={setDraft} />;
}

function TextForm({ thread, draft, setDraft }: ReplyProps) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const { thread_id, channel, last_at } = thread;
  const send = async (): Promise<void> => {
    const body = { channel, thread_id, text: draft };
    // The same words after another message are another reply.
    const params = { query: { profile_id }, header: { 'Idempotency-Key': keyOf([last_at, body]) } };
    await unwrap(api.POST('/api/v1/messages', { params, body }));
    setDraft('');
  };
  return (
    <WriteForm button="Send" submit={send} afterwards={forgetInbox} class="form inbox-reply">
      <label>
        Reply{thread.address === null ? '' : ` to ${thread.address}`}
        <textarea
          rows={4}
          required
          maxLength={channel === 'whatsapp' ? 4_096 : 200_000}
          value={draft}
          onInput={(event) => setDraft(event.currentTarget.value)}
        />
      </label>
    </WriteForm>
  );
}
