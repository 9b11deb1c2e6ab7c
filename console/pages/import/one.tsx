// One import: what the file is, what it asks, what it would bring, and then what it brought.
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { useWrite } from '../../api/write.ts';
import { Act } from '../../design/act.tsx';
import { Hidden } from '../../design/hidden.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { commitImport, forgetAfter, removeImport, useImport, useImports } from './calls.ts';
import { type Draft, useDraft } from './draft.ts';
import { Ended, Running } from './ended.tsx';
import { MappingEditor } from './mapping.tsx';
import { Options, Times } from './options.tsx';
import { Preview } from './preview.tsx';
import { Questions } from './questions.tsx';
import { SaveRejects } from './rejects.tsx';
import type { Import } from './types.ts';
import { kindWord } from './words.ts';

const LOOK_SECONDS = 1;

export function OneImport({ id }: { id: string }) {
  const { profile_id } = useProfile();
  const [isRunning, setRunning] = useState(false);
  const answer = useImport(profile_id, id, isRunning ? LOOK_SECONDS : undefined);
  const status = answer.data?.data.status;
  useEffect(() => {
    // Its end changes what other pages show.
    if (isRunning && status !== undefined && status !== 'running') forgetAfter(profile_id);
    setRunning(status === 'running');
  }, [status]);
  if (answer.error?.status === 403) return <Hidden title="Imports are hidden from you." error={answer.error} />;
  return (
    <>
      <Loaded answer={answer} lines={8}>
        {({ data }) => {
          if (data.status === 'running') return <Running of={data} />;
          if (data.status === 'completed' || data.status === 'undone' || data.status === 'failed') return <Ended of={data} />;
          return <OpenImport key={data.import_id} of={data} />;
        }}
      </Loaded>
      <Next after={id} />
    </>
  );
}

/** The other files that wait for a person. */
function Next({ after }: { after: string }) {
  const { profile_id } = useProfile();
  const waiting = (useImports(profile_id).data?.data ?? []).filter(
    ({ import_id, status }) => import_id !== after && (status === 'asks' || status === 'ready'),
  );
  return (
    <nav class="row" aria-label="Other files">
      <Link class="button" href={`/console/${profile_id}/import`}>
        All imports and other files
      </Link>
      {waiting.slice(0, 3).map(({ import_id, file_name }) => (
        <Link key={import_id} class="button" href={`/console/${profile_id}/import/${import_id}`}>
          Next: {file_name}
        </Link>
      ))}
    </nav>
  );
}

function OpenImport({ of }: { of: Import }) {
  const { profile_id, role } = useProfile();
  const [, go] = useLocation();
  const draft = useDraft(profile_id, of);
  const mayChange = role === 'manager';
  return (
    <>
      <Panel
        title={of.file_name}
        class="import-one"
        lead={titleOf(of)}
        tools={
          mayChange && (
            <Act
              text="Remove the file"
              act={() => removeImport(profile_id, of.import_id).then(() => go(`/console/${profile_id}/import`))}
              afterwards={() => forgetAfter(profile_id)}
            />
          )
        }
      >
        {mayChange ? <HowRead of={of} draft={draft} /> : <p class="note">A manager of the profile imports files.</p>}
      </Panel>
      <div class={draft.isPending ? 'loaded stale' : 'loaded'} aria-busy={draft.isPending}>
        <Brings of={of} draft={draft} mayChange={mayChange} />
      </div>
    </>
  );
}

/** What the file is, in one line. */
function titleOf({ kind, files, reading, refusal }: Import): string {
  const titles = [...new Set(files.flatMap(({ layout }) => layout?.title ?? []))];
  if (reading.mapping !== null) return `${kindWord(reading.mapping.reads)}, by the columns as chosen`;
  if (titles.length > 0)
    return [titles.join(', '), kind === null ? '' : kindWord(kind)].filter((text) => text !== '').join(' · ');
  if (kind !== null) return `${kindWord(kind)}, in columns of Tributary`;
  return refusal === null ? 'No known tool writes such a file' : 'Cannot be imported';
}

function HowRead({ of, draft }: { of: Import; draft: Draft }) {
  const isMapped = Boolean(draft.reading.mapping) || of.questions.some(({ ask }) => ask === 'mapping');
  return (
    <>
      {of.mapping_kept && <p class="soft">Its columns are read as you chose for the last file with this header.</p>}
      {of.refusal && (
        <p class="notice" role="alert">
          {of.refusal.words}
        </p>
      )}
      {isMapped && <MappingEditor of={of} draft={draft} />}
      <Questions of={of} draft={draft} />
      {draft.fault && <ErrorBlock error={draft.fault} />}
      <div class="stack">
        <Times of={of} />
        <Options of={of} draft={draft} />
      </div>
    </>
  );
}

interface BringsProps {
  of: Import;
  draft: Draft;
  mayChange: boolean;
}

function Brings({ of, draft, mayChange }: BringsProps) {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = useWrite(() => forgetAfter(profile_id));
  const hasRows = of.files.length > 1 || of.files.some(({ rows }) => rows > 0);
  const mayCommit = of.is_ready && !draft.isPending && !isBusy && draft.fault === undefined;
  if (!hasRows && !of.is_ready) return null;
  return (
    <Panel title="Preview" lead="Nothing is imported yet">
      <Preview of={of} />
      {fault && <ErrorBlock error={fault} />}
      {mayChange && (
        <div class="row import-act">
          <button
            type="button"
            class="button primary"
            disabled={!mayCommit}
            onClick={() => run(() => commitImport(profile_id, of.import_id))}
          >
            Import
          </button>
          <SaveRejects of={of} />
          {!of.is_ready && (
            <span class="soft">
              {of.questions.length > 0 ? 'First answer what is asked above.' : 'It cannot be imported as it is.'}
            </span>
          )}
        </div>
      )}
    </Panel>
  );
}
