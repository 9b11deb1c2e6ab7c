// Reports that were sent or made: when, about which days, to whom, and how the mails went.
import { Link } from 'wouter-preact';
import { Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { daysOf, pageName, readersText, type Sent, statesOf } from './words.ts';

export function SentList({ reports }: { reports: readonly Sent[] }) {
  const { id } = usePlace();
  const { timezone } = useProfile();
  return (
    <Panel
      title="Sent reports"
      lead="The newest first. Each keeps the figures as they were sent; open one to compare them with what is known now."
    >
      {reports.length === 0 ? (
        <Empty title="No report was sent yet.">
          <p>
            A schedule sends the figures by mail: <Link href={`/console/${id}/reports/schedules`}>make one</Link>.
          </p>
        </Empty>
      ) : (
        <Table name="Sent reports" columns={['Report', 'About', 'Made', 'To', 'State']} isCards>
          {reports.map((report) => (
            <tr key={report.id}>
              <th scope="row" class="name">
                <Link href={`/console/${id}/reports/sent/${report.id}`}>
                  <bdi>{report.title}</bdi>
                </Link>{' '}
                <span class="soft">{pageName(report.page)}</span>
              </th>
              <td class="text">{daysOf(report)}</td>
              <td class="text">{moment(report.created_at, timezone)}</td>
              <td class="text">{report.deliveries.length === 0 ? '—' : readersOf(report)}</td>
              <td class="text">{statesOf(report.deliveries)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}

const readersOf = ({ deliveries }: Sent): string =>
  readersText({
    recipients: deliveries.flatMap(({ user_id }) => user_id ?? []),
    readers: deliveries.flatMap(({ reader_id }) => reader_id ?? []),
    chats: deliveries.flatMap(({ chat_id }) => chat_id ?? []),
  });
