// Lift and split studies, as they were registered with their evidence, and the ads that went into them.
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { count, longDay, ratio } from '../../words/format.ts';
import { useStudies } from './asked.ts';

export function Studies() {
  return (
    <Panel title="Studies" lead="Lift and split studies with their evidence; no figure here follows from them">
      <Loaded answer={useStudies()} lines={6}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No study is registered.">
              <p>
                <code>POST …/experiment-promotions</code> registers one with the ad that went into it.
              </p>
            </Empty>
          ) : (
            <Table name="Studies" isCards columns={['Study', 'Kind', 'Days', 'Result', { number: 'Ads' }, 'Evidence']}>
              {data.map(({ experiment_id, name, kind, first_day, last_day, result, caveat, ads, evidence_url }) => (
                <tr key={experiment_id}>
                  <th scope="row" class="name">
                    <bdi>{name}</bdi>
                  </th>
                  <td class="text">{kind === 'lift' ? 'Lift' : 'Split'}</td>
                  <td class="text">
                    {longDay(first_day)}
                    {last_day === null ? '' : ` to ${longDay(last_day)}`}
                  </td>
                  <td class="text">
                    {result
                      ? `× ${ratio(result.ratio)} (${ratio(result.low)} to ${ratio(result.high)}) ${result.measure}`
                      : 'Not known'}
                    {caveat !== null && <span class="second-line">{caveat}</span>}
                  </td>
                  <td>{count(ads.length)}</td>
                  <td class="text">
                    <a href={evidence_url} rel="noreferrer">
                      {new URL(evidence_url).host}
                    </a>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}
