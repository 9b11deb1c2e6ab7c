// Files are dropped or chosen, several if need be; they are uploaded one after the other, and each shows what became of it.
import { useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { CallError } from '../../api/client.ts';
import { Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { uploadFile } from './calls.ts';
import type { Import } from './types.ts';
import { STATES } from './words.ts';

interface Upload {
  name: string;
  found?: Import;
  fault?: CallError;
}

/** Uploads in turn; a file that fails does not keep the next from being sent. */
function useUploads(profileId: string, whenDone: (uploads: readonly Upload[]) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [isBusy, setBusy] = useState(false);
  const add = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0 || isBusy) return;
    setBusy(true);
    const done: Upload[] = files.map(({ name }) => ({ name }));
    setUploads([...done]);
    for (const [at, file] of files.entries()) {
      const outcome = await uploadFile(profileId, file).catch((error: unknown) => error);
      if (outcome instanceof Error && !(outcome instanceof CallError)) throw outcome;
      done[at] = { name: file.name, ...(outcome instanceof CallError ? { fault: outcome } : { found: outcome as Import }) };
      setUploads([...done]);
    }
    setBusy(false);
    whenDone(done);
  };
  return { uploads, isBusy, add };
}

export function Drop() {
  const { profile_id } = useProfile();
  const [, go] = useLocation();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { uploads, isBusy, add } = useUploads(profile_id, (done) => {
    if (input.current) input.current.value = '';
    const [only] = done;
    // What was refused is read here.
    if (done.length === 1 && only?.found) go(`/console/${profile_id}/import/${only.found.import_id}`);
  });
  return (
    <Panel title="Files" lead="Exports of your shop, payment provider, ad platforms, analytics or CRM, and sheets of your own">
      <div class="stack">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; keys use the field inside */}
        <div
          class={isOver ? 'import-drop over' : 'import-drop'}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            void add([...(event.dataTransfer?.files ?? [])]);
          }}
        >
          <label>
            <span class="import-drop-title">Drop files here, or choose them</span>
            <input
              ref={input}
              type="file"
              multiple
              disabled={isBusy}
              onChange={({ currentTarget }) => void add([...(currentTarget.files ?? [])])}
            />
          </label>
          <p class="note">
            CSV, TSV, Excel, JSON, Parquet, OFX, CAMT.053 and MT940, also in a ZIP or gzip. Each file has a preview before
            anything is imported.
          </p>
        </div>
        <div aria-live="polite">
          {uploads.length > 0 && (
            <ul class="import-uploads">
              {uploads.map((upload, index) => (
                <UploadLine key={`${index} ${upload.name}`} upload={upload} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </Panel>
  );
}

function UploadLine({ upload: { name, found, fault } }: { upload: Upload }) {
  const { profile_id } = useProfile();
  if (fault)
    return (
      <li class="stack">
        <b>{name}</b>
        <ErrorBlock error={fault} />
      </li>
    );
  if (!found)
    return (
      <li class="stack">
        <b>{name}</b>
        <progress aria-label={`${name} is being read`} />
      </li>
    );
  return (
    <li class="row">
      <Link href={`/console/${profile_id}/import/${found.import_id}`}>{name}</Link>
      <span class="soft">{STATES[found.status]}</span>
    </li>
  );
}
