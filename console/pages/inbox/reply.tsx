// The reply to a conversation. In WhatsApp free text is sent while the window is open; afterwards a template is. A press that is repeated sends once.

import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { WriteForm } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useKeyOf } from '../../outside/keys.ts';
import { ChosenFiles, type Upload } from './files.tsx';
import { forgetInbox } from './here.ts';
import { TemplateForm } from './template.tsx';
import type { Thread } from './words.ts';

/** Of a mail, by the contract. */
const MOST_FILES = 20;

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

/** In WhatsApp the words of a message with a file are the file's caption. */
function contentOf({ channel }: Thread, draft: string, files: readonly Upload[]) {
  const text = draft === '' ? {} : { text: draft };
  const [first] = files;
  if (first === undefined) return text;
  if (channel === 'email') return { ...text, attachments: files.map(({ media_id }) => ({ media_id })) };
  return { media: { media_id: first.media_id, ...(draft === '' ? {} : { caption: draft }) } };
}

function TextForm({ thread, draft, setDraft }: ReplyProps) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const [files, setFiles] = useState<readonly Upload[]>([]);
  const { thread_id, channel, last_at } = thread;
  const send = async (): Promise<void> => {
    const body = { channel, thread_id, ...contentOf(thread, draft, files) };
    // The same words after another message are another reply.
    const params = { query: { profile_id }, header: { 'Idempotency-Key': keyOf([last_at, body]) } };
    await unwrap(api.POST('/api/v1/messages', { params, body }));
    setDraft('');
    setFiles([]);
  };
  return (
    <WriteForm button="Send" submit={send} afterwards={forgetInbox} class="form inbox-reply">
      <label>
        Reply{thread.address === null ? '' : ` to ${thread.address}`}
        <textarea
          rows={4}
          required={files.length === 0}
          maxLength={channel === 'whatsapp' ? 4_096 : 200_000}
          value={draft}
          onInput={(event) => setDraft(event.currentTarget.value)}
        />
      </label>
      <ChosenFiles most={channel === 'whatsapp' ? 1 : MOST_FILES} files={files} set={setFiles} />
    </WriteForm>
  );
}
