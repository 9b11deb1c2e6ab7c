// An import that was started: its progress, then what it brought, and undo.
import { Link } from 'wouter-preact';
import { Act } from '../../design/act.tsx';
import { Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, moment, plural } from '../../words/format.ts';
import { commitImport, forgetAfter } from './calls.ts';
import { LeftOut } from './left-out.tsx';
import { isUndoable, Undo } from './list.tsx';
import { SaveRejects } from './rejects.tsx';
import { Sums } from './sums.tsx';
import { MaybeTwice } from './twice.tsx';
import type { Import, Kind } from './types.ts';
import { kindWord, PHASES, STATES } from './words.ts';

export function Running({ of: { file_name, status, progress } }: { of: Import }) {
  const { phase, done, total } = progress ?? { phase: 'check', done: 0, total: null };
  const words = PHASES[phase];
  return (
    <Panel title={file_name} class="import-one" lead={STATES[status]}>
      <progress aria-label={words} {...(total === null ? {} : { value: done, max: total })} class="import-progress" />
      <p role="status">
        {words}
        {done > 0 && `: ${count(done)}${total === null ? '' : ` of ${count(total)}`} rows`}
      </p>
      <p class="note">You can leave the page: the import continues, also after a restart of the service.</p>
    </Panel>
  );
}

export function Ended({ of }: { of: Import }) {
  const { profile_id, role, timezone } = useProfile();
  const { file_name, status, kind, files, committed_at, undone_at, result, refusal, stays } = of;
  const when = undone_at ?? committed_at;
  const title = files[0]?.layout?.title;
  return (
    <Panel
      title={file_name}
      class="import-one"
      lead={[title, kind && kindWord(kind), `${STATES[status]}${when === null ? '' : ` ${moment(when, timezone)}`}`]
        .filter(Boolean)
        .join(' · ')}
    >
      {refusal && (
        <p class="notice" role="alert">
          {refusal.words}
        </p>
      )}
      {result && (
        <p role="status" class={status === 'completed' ? 'good' : undefined}>
          {plural(result.created, 'row')} new, {count(result.known)} already known, {count(result.not_taken.rows)} not imported.
          {status === 'undone' && ' It was undone.'}
        </p>
      )}
      {stays && !isUndoable(of) && <p class="soft">{stays}</p>}
      {status === 'completed' && kind === 'payments' && <MaybeTwice />}
      {status === 'completed' && kind !== null && <Next kind={kind} />}
      {status === 'completed' && files.map((file) => <Sums key={file.file} kind={kind} sums={file.sums} />)}
      {result && <LeftOut leftOut={files.flatMap(({ left_out }) => left_out)} notTaken={result.not_taken} />}
      <div class="row">
        {role === 'manager' && status === 'failed' && (
          <Act
            text="Continue"
            isPrimary
            act={() => commitImport(profile_id, of.import_id)}
            afterwards={() => forgetAfter(profile_id)}
          />
        )}
        {role === 'manager' && isUndoable(of) && <Undo of={of} />}
        <SaveRejects of={of} />
      </div>
    </Panel>
  );
}

/** Where what was imported is seen. */
function Next({ kind }: { kind: Kind }) {
  const { profile_id } = useProfile();
  const at = `/console/${profile_id}`;
  if (kind === 'customers') return <Link href={`${at}/customers`}>See the customers</Link>;
  const sheet = <Link href={`${at}/import`}>the check sheet</Link>;
  if (kind === 'deals')
    return (
      <p>
        Won deals count for a goal of their own: see them in the{' '}
        <Link href={`${at}/attribution?goal=closed_won`}>Attribution</Link>. The Overview has the default goal, which you choose
        in <Link href={`${at}/setup`}>Setup steps</Link>.
      </p>
    );
  if (kind === 'aggregates') return <p>What the other tool measured is beside what was measured here in {sheet}.</p>;
  return (
    <p>
      See it in the <Link href={`${at}/`}>Overview</Link>
      {kind === 'events' && <>, and the other tool's sums beside those computed here in {sheet}</>}.
    </p>
  );
}
