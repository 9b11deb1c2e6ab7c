// The paths of a shared report: their flow, and a table of them.

import { Flow } from '../charts/flow.tsx';
import { Channel } from '../design/channel.tsx';
import { Scroll } from '../design/scroll.tsx';
import { flowOf } from '../pages/paths/flow.ts';
import { count, credit, duration, moneyKnown, ratio } from '../words/format.ts';
import type { PathsBlock } from './document.ts';
import { EachWidth, Section } from './parts.tsx';

export function Paths({ paths, currency }: Pick<PathsBlock, 'paths'> & { currency: string }) {
  if (paths.length === 0) return <p class="notice">No conversion of these days has a path.</p>;
  const { nodes, links, hasMiddle } = flowOf(paths);
  return (
    <>
      <Section title="First, between, last" lead="The thicker, the more conversions">
        <EachWidth>
          <Flow
            title="Conversions"
            description="A flow from the first channel of paths, over those between, to the last."
            heads={hasMiddle ? ['First touch', 'Between', 'Last touch'] : ['First touch', 'Last touch']}
            format={credit}
            height={380}
            nodes={nodes}
            links={links}
          />
        </EachWidth>
      </Section>
      <Section title={`The ${count(paths.length)} paths with the most conversions`}>
        <Scroll name="Paths">
          <table>
            <thead>
              <tr>
                <th scope="col">Path</th>
                <th scope="col">Conversions</th>
                <th scope="col">Revenue</th>
                <th scope="col">Touches</th>
                <th scope="col">Time</th>
              </tr>
            </thead>
            <tbody>
              {paths.map(({ path, conversions, revenue, avg_touches, avg_time_to_complete_seconds }) => (
                <tr key={path.join('>')}>
                  <th scope="row" class="name">
                    <Steps path={path} />
                  </th>
                  <td>{count(conversions)}</td>
                  <td>{moneyKnown(revenue, currency)}</td>
                  <td>{ratio(avg_touches)}</td>
                  <td>{duration(avg_time_to_complete_seconds)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </Section>
    </>
  );
}

const Steps = ({ path }: { path: readonly string[] }) => (
  <span class="shared-steps">
    {path.map((channel, at) => (
      <span key={at}>
        {at > 0 && <span class="soft">› </span>}
        <Channel name={channel} />
      </span>
    ))}
  </span>
);
