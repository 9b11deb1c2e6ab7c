// The menu Share of a report. Its panel comes after the report, so that the first load stays small.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Menu } from '../design/menu.tsx';
import type { Shared } from './question.ts';

type Panel = FunctionComponent<{ of: Shared }>;

/** As after an update of the service, which no longer has the files of the page that is open. */
const Unloaded: Panel = () => <p class="menu-form soft small">The form could not be loaded. Reload the page.</p>;

export function Share({ of }: { of: Shared }) {
  const [panel, setPanel] = useState<{ view: Panel }>();
  useEffect(() => {
    import('./panel.tsx').then(
      ({ SharePanel: view }) => setPanel({ view }),
      () => setPanel({ view: Unloaded }),
    );
  }, []);
  return (
    <Menu class="control quiet" label="Share these figures" text="Share">
      {() => (panel ? <panel.view of={of} /> : <p class="menu-form soft small">Loading …</p>)}
    </Menu>
  );
}
