// The decisions between the two moments, with their actors.
import { Loaded, Panel } from '../../design/panel.tsx';
import { useNameOf } from '../../frame/names.ts';
import { useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { isVersion, type Moments, useChanges, useDecisions } from './changes.ts';

/** `definitions.changed` as `Definitions changed`. */
const actionText = (action: string): string => {
  const text = action.replace(/[._]/g, ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

export function Decisions({ moments }: { moments: Moments }) {
  const answer = useDecisions(moments);
  const { workspace_id: workspaceId } = useProfile();
  const nameOf = useNameOf({ workspaceId });
  const { meta } = useChanges(moments).data ?? {};
  const timezone = meta?.known_to.timezone ?? 'UTC';
  const hasVersion = [moments.from, moments.to].some((moment) => moment !== undefined && isVersion(moment));
  return (
    <Panel title="Decisions in between" lead="Changes that people, keys and agents made between the two moments, newest first">
      {hasVersion ? (
        <p class="soft">A version has no date. Choose dates above to see who changed what between them.</p>
      ) : answer.error?.status === 403 ? (
        <p class="soft">Admins of the workspace see who changed what.</p>
      ) : (
        <Loaded answer={answer} lines={4}>
          {(rows) =>
            rows.length === 0 ? (
              <p class="soft">Nobody changed a setting, rule or identity between the two moments.</p>
            ) : (
              <section class="scroll" tabIndex={0} aria-label="Decisions">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">When</th>
                      <th scope="col" class="text">
                        What
                      </th>
                      <th scope="col" class="text">
                        Who
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ no, at, action, actor }) => (
                      <tr key={no}>
                        <th scope="row">{moment(at, timezone)}</th>
                        <td class="text">{actionText(action)}</td>
                        <td class="text">{nameOf(actor)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            )
          }
        </Loaded>
      )}
    </Panel>
  );
}
