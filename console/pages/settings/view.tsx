// The settings of a workspace, a tab for each. A member sees the tabs that members may read, and why the others are not there.
import type { ComponentType } from 'preact';
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { ZoneLine } from '../../design/zone-line.tsx';
import { usePlace } from '../../frame/place.tsx';
import { Agents } from './agents.tsx';
import { Apps } from './apps.tsx';
import { Audit } from './audit.tsx';
import { Brand } from './brand.tsx';
import { type Here, useHere } from './here.ts';
import { Keys } from './keys.tsx';
import { Mail } from './mail.tsx';
import { People } from './people.tsx';
import { Plan } from './plan.tsx';
import { Privacy } from './privacy.tsx';
import { Profiles } from './profiles.tsx';
import { SignIn } from './sign-in.tsx';
import { Snapshots } from './snapshots.tsx';

interface Tab {
  name: string;
  title: string;
  Tab: ComponentType<{ here: Here }>;
  isForAdmins: boolean;
}

const TABS: readonly Tab[] = [
  { name: '', title: 'People', Tab: People, isForAdmins: false },
  { name: 'sign-in', title: 'Sign-in', Tab: SignIn, isForAdmins: true },
  { name: 'profiles', title: 'Profiles', Tab: Profiles, isForAdmins: false },
  { name: 'keys', title: 'API keys', Tab: Keys, isForAdmins: true },
  { name: 'apps', title: 'Apps', Tab: Apps, isForAdmins: true },
  { name: 'agents', title: 'Agents', Tab: Agents, isForAdmins: false },
  { name: 'privacy', title: 'Personal data', Tab: Privacy, isForAdmins: true },
  { name: 'audit', title: 'Audit', Tab: Audit, isForAdmins: true },
  { name: 'snapshots', title: 'Shared reports', Tab: Snapshots, isForAdmins: false },
  { name: 'mail', title: 'Mail', Tab: Mail, isForAdmins: false },
  { name: 'workspace', title: 'Workspace', Tab: Brand, isForAdmins: false },
  { name: 'plan', title: 'Plan', Tab: Plan, isForAdmins: false },
];

export default function Settings() {
  const { rest, id } = usePlace();
  const here = useHere();
  if (!here) return <Empty title="You do not belong to this workspace." />;
  const current = TABS.find(({ name }) => name === rest);
  const shown = TABS.filter(({ isForAdmins }) => here.isAdmin || !isForAdmins);
  return (
    <>
      <Tabs
        label="Settings"
        tabs={shown.map(({ name, title }) => ({
          name,
          title,
          href: `/console/workspaces/${id}/settings${name === '' ? '' : `/${name}`}`,
        }))}
        current={current?.name}
      />
      {current === undefined ? (
        <Empty title="There is no such tab." />
      ) : here.isAdmin || !current.isForAdmins ? (
        <current.Tab here={here} />
      ) : (
        <Empty title={`${current.title}: for owners and admins.`}>
          <p>You are a member of {here.name}. An owner or admin of it can show you this, or change your role.</p>
        </Empty>
      )}
      <ZoneLine timezone={here.timezone} />
    </>
  );
}
