// One message: its text, on request its HTML in a frame that runs and loads nothing, and what became of it.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Loaded } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { Files } from './files.tsx';
import { isTroubled, type Message, reportOf, stateOf } from './words.ts';

interface CardProps {
  message: Message;
  /** Its text is put in the reply, where it is not known whether it was sent. */
  again: (text: string) => void;
}

export function MessageCard({ message, again }: CardProps) {
  const { timezone } = useProfile();
  const { direction, from, text, html, attachments, template, has_content, delivery_failure } = message;
  const isOurs = direction === 'outbound';
  return (
    <li class={isOurs ? 'inbox-message inbox-ours' : 'inbox-message'}>
      <p class="small soft">
        <b>{isOurs ? 'You' : <bdi>{from ?? 'Unknown address'}</bdi>}</b> ·{' '}
        <time dateTime={message.created_at}>{moment(message.created_at, timezone)}</time>
        {message.cc.length > 0 && <> · copy to {message.cc.join(', ')}</>}
      </p>
      {delivery_failure && <p class="bad">{reportOf(delivery_failure)}</p>}
      {!isOurs && message.channel === 'email' && message.is_sender_verified === false && (
        <p class="small soft">The mail server does not confirm this sender. A reply goes to the address that was written to.</p>
      )}
      {!has_content && <p class="soft">The content is not kept any more.</p>}
      {text !== null && <p class="inbox-text">{text}</p>}
      {text === null && html !== null && <p class="soft">This mail has formatted text alone.</p>}
      {template && (
        <p>
          Template <b>{template.name}</b> ({template.language}){template.values.length > 0 && `: ${template.values.join(', ')}`}
        </p>
      )}
      {text === null && html === null && has_content && attachments.length === 0 && template === null && (
        <p class="soft">Without text.</p>
      )}
      <Files message={message} />
      {html !== null && <Formatted id={message.message_id} />}
      {isOurs && (
        <p class={isTroubled(message) ? 'small bad' : 'small soft'} role={isTroubled(message) ? 'status' : undefined}>
          {stateOf(message)}
        </p>
      )}
      {isOurs && isTroubled(message) && text !== null && (
        <button type="button" class="button" onClick={() => again(text)}>
          Write it again
        </button>
      )}
    </li>
  );
}

function Formatted({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const [images, setImages] = useState<'none' | 'remote'>('none');
  return (
    <>
      <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide the formatted mail' : 'Show the formatted mail'}
      </button>
      {isOpen && <Frame id={id} images={images} load={() => setImages('remote')} />}
    </>
  );
}

function Frame({ id, images, load }: { id: string; images: 'none' | 'remote'; load: () => void }) {
  const { profile_id } = useProfile();
  const answer = useAnswer(['inbox', 'html', profile_id, id], (signal) =>
    unwrap(api.GET('/api/v1/messages/{id}/html', { params: { path: { id }, query: { profile_id } }, signal })),
  );
  return (
    <Loaded answer={answer} lines={6}>
      {({ data }) => (
        <>
          {data.has_remote_images && images === 'none' && (
            <p class="notice">
              Pictures of other hosts are not loaded: their sender would learn that and when you read this.{' '}
              <button type="button" class="button" onClick={load}>
                Load them
              </button>
            </p>
          )}
          <iframe
            class="inbox-frame"
            title="The formatted mail"
            sandbox=""
            referrerpolicy="no-referrer"
            src={`/console/${profile_id}/mail-frame/${id}${images === 'remote' ? '?images=remote' : ''}`}
          />
          {data.links.length > 0 && (
            <details class="small">
              <summary>Links in it ({data.links.length})</summary>
              <ul class="inbox-links">
                {data.links.map(({ host, url }) => (
                  <li key={url}>
                    <b>{host}</b>{' '}
                    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                      {url}
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </Loaded>
  );
}
