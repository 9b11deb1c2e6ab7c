// The files of a message, to save; and those chosen for a reply, each uploaded when it is chosen.
import type { ComponentChildren } from 'preact';
import { api, download, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Act } from '../../design/act.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count } from '../../words/format.ts';
import type { Message } from './words.ts';

type Attachment = Schemas['MessageAttachment'];
export type Upload = Schemas['MediaUploadAnswer']['data'];

const KINDS: Readonly<Record<Attachment['kind'], string>> = {
  image: 'Picture',
  video: 'Video',
  audio: 'Recording',
  document: 'File',
  sticker: 'Sticker',
};

/** As file managers of today count: a kB has 1,000 bytes. */
const byteCount = (bytes: number): string => (bytes < 1_000 ? `${bytes} bytes` : `${count(Math.round(bytes / 1_000))} kB`);

const nameOf = ({ kind, filename }: Pick<Attachment, 'kind' | 'filename'>): string => filename ?? KINDS[kind];

export function Files({ message }: { message: Message }) {
  if (message.attachments.length === 0) return null;
  return (
    <ul class="inbox-files" aria-label="Files">
      {message.attachments.map((file) => (
        <li key={file.media_id}>
          <FileLine id={message.message_id} file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileLine({ id, file }: { id: string; file: Attachment }) {
  const { profile_id } = useProfile();
  const size = file.bytes === null ? '' : `, ${byteCount(file.bytes)}`;
  const line = (state: ComponentChildren) => (
    <>
      <bdi>{nameOf(file)}</bdi>
      <span class="soft">
        {' '}
        ({KINDS[file.kind]}
        {size}){state}
      </span>
    </>
  );
  if (file.status === 'gone') return line(' · not kept any more');
  if (file.status === 'waiting') return line(' · being fetched');
  const query = new URLSearchParams({ profile_id, media_id: file.media_id });
  const save = (): Promise<void> => download(`/api/v1/messages/${id}/media?${query}`, '*/*', nameOf(file));
  return (
    <>
      {line('')} <Act text="Save" label={`Save ${nameOf(file)}`} act={save} />
    </>
  );
}

interface ChosenFilesProps {
  /** A message in WhatsApp has one file. */
  most: number;
  files: readonly Upload[];
  set: (files: readonly Upload[]) => void;
}

export function ChosenFiles({ most, files, set }: ChosenFilesProps) {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = useWrite();
  const upload = async (file: File): Promise<void> => {
    const form = new FormData();
    form.append('file', file);
    const sent = { params: { query: { profile_id } }, body: { file: file.name }, bodySerializer: () => form };
    const { data } = await unwrap(api.POST('/api/v1/messages/media', sent));
    set([...files, data]);
  };
  return (
    <>
      {files.length > 0 && (
        <ul class="inbox-files" aria-label="Files to send">
          {files.map((file) => (
            <li key={file.media_id}>
              <bdi>{nameOf(file)}</bdi> <span class="soft">({byteCount(file.bytes)})</span>{' '}
              <button
                type="button"
                class="button"
                aria-label={`Remove ${nameOf(file)}`}
                onClick={() => set(files.filter((each) => each !== file))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {files.length < most && (
        <label>
          {most === 1 ? 'A file' : 'Files'}
          <input
            type="file"
            disabled={isBusy}
            onChange={(event) => {
              const input = event.currentTarget;
              const file = input.files?.[0];
              input.value = '';
              if (file) void run(() => upload(file));
            }}
          />
          {isBusy && <span class="hint">The file is being uploaded.</span>}
        </label>
      )}
      {fault && <ErrorBlock error={fault} />}
    </>
  );
}
