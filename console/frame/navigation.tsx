// The navigation: workspace and profile, and the pages that exist in five groups. On a phone a bar at the bottom, and a sheet with the rest.

import { pages } from 'tributary:pages';
import { useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import { useAnswer } from '../api/answer.ts';
import { api, unwrap } from '../api/client.ts';
import { Dialog } from '../design/dialog.tsx';
import { Menu } from '../design/menu.tsx';
import { readQuestion, writeQuestion } from '../question/question.ts';
import type { Group, ListedPage } from './page.ts';
import { type Place, pathOf, usePlace } from './place.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export const GROUPS: readonly Group[] = ['See', 'People', 'Decide', 'Trust', 'Set up'];
const ON_PHONE: readonly Group[] = ['See', 'Decide', 'Trust'];

export const pagesOf = (group: Group): ListedPage[] =>
  pages
    .filter((page) => page.group === group && page.scope !== 'person')
    .sort((a, b) => a.order - b.order || a.title.localeCompare(b.title));

/** The question goes along from page to page; what is a page's own stays behind. */
export function useHref(): (page: ListedPage) => string | undefined {
  const place = usePlace();
  const search = useSearch();
  const question = writeQuestion(readQuestion(search), '');
  return (page) => {
    const path = pathOf(page, place);
    return path === undefined || question === '' || page.scope !== 'profile' ? path : `${path}?${question}`;
  };
}

const Icon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 16 16" class="icon" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** The tab that a page is in the counts of what is new. */
const tabOf = (page: string): string => (page === 'connections' ? 'connect' : page);
const LOOK_SECONDS = 60;

/** The counts of items that wait for a person on the pages of the profile; without an answer there are no badges. */
function useCounts(): (page: ListedPage) => number {
  const { profile, workspace } = usePlace();
  const id = workspace?.workspace_id ?? '';
  const { data } = useAnswer(
    ['tab-counts', id],
    (signal) => unwrap(api.GET('/api/v1/workspaces/{workspaceId}/tab-counts', { params: { path: { workspaceId: id } }, signal })),
    { isEnabled: id !== '', everySeconds: LOOK_SECONDS },
  );
  const tabs = data?.data.profiles.find(({ profile_id }) => profile_id === profile?.profile_id)?.tabs;
  return ({ name, scope }) => (scope === 'profile' ? (tabs?.[tabOf(name)] ?? 0) : 0);
}

function Badge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span class="badge">
      {count}
      <span class="only-read"> waiting</span>
    </span>
  );
}

function PageLinks({ group, onChoose }: { group: Group; onChoose?: () => void }) {
  const { page: current } = usePlace();
  const hrefOf = useHref();
  const countOf = useCounts();
  return (
    <ul>
      {pagesOf(group).map((page) => {
        const href = hrefOf(page);
        return (
          href !== undefined && (
            <li key={page.name}>
              <Link href={href} aria-current={page.name === current?.name ? 'page' : undefined} onClick={() => onChoose?.()}>
                <Icon path={page.icon} />
                {page.title}
                <Badge count={countOf(page)} />
              </Link>
            </li>
          )
        );
      })}
    </ul>
  );
}

export function Navigation() {
  return (
    <nav class="side" aria-label="Pages">
      <Switcher />
      <div class="side-pages">
        <PageGroups />
      </div>
      <Foot />
    </nav>
  );
}

function PageGroups({ onChoose }: { onChoose?: () => void }) {
  return (
    <>
      {GROUPS.filter((group) => pagesOf(group).length > 0).map((group) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <PageLinks group={group} {...(onChoose ? { onChoose } : {})} />
        </section>
      ))}
    </>
  );
}

function Switcher() {
  const { workspaces, profiles, profile, workspace } = usePlace();
  const text = (
    <>
      <span class="mark" aria-hidden="true">
        {(workspace?.name ?? 'T').slice(0, 1).toUpperCase()}
      </span>
      <span class="names">
        <b>{profile?.name ?? 'No profile'}</b>
        <small>{workspace?.name}</small>
      </span>
    </>
  );
  return (
    <Menu class="switcher" label="Profile" text={text}>
      {(close) => (
        <>
          {workspaces.map(({ workspace_id, name }) => (
            <section key={workspace_id} aria-label={name}>
              <h3>{name}</h3>
              {profilesOf(workspace_id, profiles).map((each) => (
                <Link
                  key={each.profile_id}
                  class="choice"
                  href={`/console/${each.profile_id}/`}
                  aria-current={each.profile_id === profile?.profile_id ? 'true' : undefined}
                  onClick={close}
                >
                  <span class="tick" aria-hidden="true">
                    {each.profile_id === profile?.profile_id ? '✓' : ''}
                  </span>
                  <span>{each.name}</span>
                  <span class="note">{each.currency}</span>
                </Link>
              ))}
            </section>
          ))}
          <Link class="choice" href="/console/workspaces/new" onClick={close}>
            <span class="tick" aria-hidden="true">
              +
            </span>
            <span>New workspace</span>
          </Link>
        </>
      )}
    </Menu>
  );
}

const profilesOf = (workspaceId: string, profiles: Place['profiles']): Place['profiles'] =>
  profiles.filter(({ workspace_id }) => workspace_id === workspaceId);

function Foot() {
  return (
    <div class="side-foot">
      <ThemeChoice />
      <Link href="/console/account">Account</Link>
      <a href="/docs">API</a>
    </div>
  );
}

/** At the bottom of a phone. */
export function BottomBar() {
  const [isOpen, setOpen] = useState(false);
  const { page: current } = usePlace();
  const hrefOf = useHref();
  const groups = ON_PHONE.filter((group) => pagesOf(group).length > 0);
  return (
    <nav class="bottom" aria-label="Pages">
      {groups.map((group) => {
        const first = pagesOf(group).find(({ scope }) => scope === 'profile');
        const href = first && hrefOf(first);
        return (
          first &&
          href !== undefined && (
            <Link key={group} href={href} aria-current={current?.group === group ? 'page' : undefined}>
              <Icon path={first.icon} />
              {group}
            </Link>
          )
        );
      })}
      <button type="button" onClick={() => setOpen(true)}>
        <Icon path="M2.5 4.500h11M2.500 8h11M2.500 11.500h11" />
        More
      </button>
      {isOpen && (
        <Dialog title="All pages" kind="sheet" onClose={() => setOpen(false)}>
          <div class="side-pages">
            <Switcher />
            <PageGroups onChoose={() => setOpen(false)} />
            <Foot />
          </div>
        </Dialog>
      )}
    </nav>
  );
}
