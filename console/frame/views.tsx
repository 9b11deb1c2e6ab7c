// Saved views: a page with its question, under a name, for oneself or for all who can open the profile.
import { useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import { type Answer, forget, useAnswer } from '../api/answer.ts';
import { api, CallError, type Schemas, unwrap } from '../api/client.ts';
import { Menu } from '../design/menu.tsx';
import { ErrorBlock } from '../design/states.tsx';
import { useFreshness, useQuestion } from '../question/use-question.tsx';
import { usePlace, useProfile } from './place.tsx';

type Views = Schemas['ViewsAnswer'];
type View = Schemas['SavedView'];

function useViews(): Answer<Views> {
  const { profile_id } = useProfile();
  return useAnswer(['views', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/views', { params: { query: { profile_id } }, signal })),
  );
}

export function ViewsMenu() {
  return (
    <Menu class="control quiet" label="Saved views" text="Views">
      {(close) => <ViewsPanel close={close} />}
    </Menu>
  );
}

const bare = ({ name, page, query, is_shared }: View): View => ({ name, page, query, is_shared });

function ViewsPanel({ close }: { close: () => void }) {
  const { profile_id } = useProfile();
  const { page, rest } = usePlace();
  const search = useSearch();
  const views = useViews();
  const [fault, setFault] = useState<CallError>();
  const moment = useShownMoment();
  const here = { page: [page?.path ?? '', rest].filter((part) => part !== '').join('/'), query: search };
  const put = (change: (own: View[]) => View[]): void => {
    if (!views.data) return;
    const own = views.data.data.filter(({ is_own }) => is_own).map(bare);
    const body = { revision: views.data.meta.revision, views: change(own) };
    unwrap(api.PUT('/api/v1/profile/views', { params: { query: { profile_id } }, body })).then(
      () => {
        setFault(undefined);
        forget('views');
      },
      (error: unknown) => error instanceof CallError && setFault(error),
    );
  };
  return (
    <>
      {views.data?.data.map((view) => (
        <div class="view-row" key={`${view.is_own} ${view.name}`}>
          <Link
            class="choice"
            href={`/console/${profile_id}/${view.page}${view.query === '' ? '' : `?${view.query}`}`}
            onClick={close}
          >
            <span class="tick" aria-hidden="true" />
            <span>{view.name}</span>
            {view.is_shared && <span class="note">shared</span>}
          </Link>
          {view.is_own && (
            <button
              type="button"
              class="icon-button"
              aria-label={`Delete the view ${view.name}`}
              onClick={() => put((own) => own.filter(({ name }) => name !== view.name))}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {views.data?.data.length === 0 && <p class="soft menu-form">No view is saved yet.</p>}
      <SaveForm
        moment={moment}
        save={(name, is_shared, asOf) => {
          const query = asOf === undefined ? here.query : withAsOf(here.query, asOf);
          put((own) => [...own.filter((each) => each.name !== name), { ...here, query, name, is_shared }]);
        }}
      />
      {moment !== undefined && <CopyLink query={withAsOf(here.query, moment)} />}
      {fault && <ErrorBlock error={fault} />}
    </>
  );
}

/** The moment that is shown, as `as_of` takes it; undefined on a page that has no earlier figures. */
function useShownMoment(): string | undefined {
  const { page } = usePlace();
  const { question } = useQuestion();
  const fresh = useFreshness().data?.data;
  if (page?.controls.includes('as_of') !== true || !fresh) return undefined;
  return question.asOf ?? fresh.computed_at ?? undefined;
}

function withAsOf(query: string, asOf: string): string {
  const asked = new URLSearchParams(query);
  asked.set('as_of', asOf);
  return asked.toString();
}

/** A link whose figures stay as they are now, for everybody who can open the profile. */
function CopyLink({ query }: { query: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <button
      type="button"
      class="choice"
      onClick={() =>
        navigator.clipboard.writeText(`${location.origin}${location.pathname}?${query}`).then(
          () => setCopied(true),
          () => undefined,
        )
      }
    >
      <span class="tick" aria-hidden="true">
        {isCopied ? '✓' : ''}
      </span>
      <span>{isCopied ? 'Link copied' : 'Copy a link to these figures as known now'}</span>
    </button>
  );
}

interface SaveProps {
  moment: string | undefined;
  save: (name: string, isShared: boolean, asOf: string | undefined) => void;
}

function SaveForm({ moment, save }: SaveProps) {
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [isFixed, setFixed] = useState(false);
  return (
    <form
      class="menu-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save(name.trim(), isShared, isFixed ? moment : undefined);
        setName('');
      }}
    >
      <label>
        Save what is shown as
        <input type="text" value={name} maxLength={200} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label class="check">
        <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} />
        For all who can open this profile
      </label>
      {moment !== undefined && (
        <label class="check">
          <input type="checkbox" checked={isFixed} onChange={(event) => setFixed(event.currentTarget.checked)} />
          With the figures as they are known now
        </label>
      )}
      <button type="submit" class="button" disabled={name.trim() === ''}>
        Save the view
      </button>
    </form>
  );
}
