// The record of processing of a profile: what is kept of people and who receives it, to read and to save.
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { saveFile } from '../../api/save.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';

export function ProcessingRecord({ profile }: { profile: string }) {
  const query = { profile_id: profile };
  const answer = useAnswer(['settings', 'processing-record', profile], (signal) =>
    unwrap(api.GET('/api/v1/profile/processing-record', { params: { query }, signal })),
  );
  return (
    <Panel title="Record of processing" lead="What is kept of people and who receives it, as the settings say now.">
      <Loaded answer={answer} lines={8}>
        {({ data }) => (
          <>
            <Table name="What is kept of people" columns={['Activity', 'Data', 'Purpose', 'Basis', 'Kept']}>
              {data.processing.map((each) => (
                <tr key={each.activity}>
                  <th scope="row" class="text">
                    {each.activity}
                  </th>
                  <td class="text settings-detail">{each.data}</td>
                  <td class="text settings-detail">{each.purpose}</td>
                  <td class="text settings-detail">{each.basis}</td>
                  <td class="text settings-detail">{each.kept}</td>
                </tr>
              ))}
            </Table>
            {data.recipients.length === 0 ? (
              <Empty title="Nobody but this installation has the data." />
            ) : (
              <Table name="Who can receive data of people" columns={['Recipient', 'What']}>
                {data.recipients.map((each) => (
                  <tr key={`${each.kind} ${each.id}`}>
                    <th scope="row" class="text">
                      {each.title}
                    </th>
                    <td class="text settings-detail">{each.what}</td>
                  </tr>
                ))}
              </Table>
            )}
            <div class="row">
              <button type="button" class="button" onClick={() => save(data.markdown, 'text/markdown', 'md')}>
                Save as Markdown
              </button>
              <button type="button" class="button" onClick={() => save(data.csv, 'text/csv', 'csv')}>
                Save as CSV
              </button>
            </div>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const save = (text: string, type: string, ending: string): void =>
  saveFile(new Blob([text], { type }), `record-of-processing.${ending}`);
