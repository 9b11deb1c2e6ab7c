// The tracker: its tag and whether a page has it, installers, the own domain with how long its cookies live, and the keys.

import { Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Domains } from './domains.tsx';
import { Install } from './install.tsx';
import { Installers } from './installers.tsx';
import { Keys } from './keys.tsx';
import { Senders } from './senders.tsx';
import { TrackingSettings } from './settings.tsx';

export default function Tracker() {
  const { role } = useProfile();
  const mayChange = role === 'manager';
  return (
    <>
      <Panel title="The tag" lead="In the head of every page; then check a page, live">
        <Install mayChange={mayChange} />
      </Panel>
      <Domains mayChange={mayChange} />
      <div class="columns">
        <Installers />
        <Keys mayChange={mayChange} />
      </div>
      <Senders />
      <TrackingSettings mayChange={mayChange} />
    </>
  );
}
