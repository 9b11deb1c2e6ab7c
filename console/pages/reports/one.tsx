// One report: the figures as they were sent, or the same figures as they are known now with the causes of what differs; and how its mails went.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { download } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Segments } from '../../design/segments.tsx';
import { Empty } from '../../design/states.tsx';
import { useNameOf } from '../../frame/names.ts';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { BlockOf } from '../../sheet/blocks.tsx';
import type { Contents } from '../../sheet/document.ts';
import { IsMeasured } from '../../sheet/parts.tsx';
import { moment, shortDay, unbroken } from '../../words/format.ts';
import { KnownNow, type Whole } from './known-now.tsx';
import { daysOf, pageName, STATES, useChats, useOutsideReaders, useReport } from './words.ts';

const SIDES = { sent: 'As sent', now: 'As known now' } as const;
const ALL_SIDES = { sent: 'As sent by mail', outside: 'Outside', now: 'As known now' } as const;
type Side = keyof typeof ALL_SIDES;

export function OneReport({ reportId }: { reportId: string }) {
  const { id } = usePlace();
  return (
    <>
      <p>
        <Link href={`/console/${id}/reports`}>All sent reports</Link>
      </p>
      <Loaded answer={useReport(reportId)} lines={10}>
        {({ data }) => <Report report={data} />}
      </Loaded>
    </>
  );
}

function Report({ report }: { report: Whole }) {
  const { title, page, created_at, schedule_id, differences, outside } = report;
  const { timezone, workspace_id: workspaceId } = useProfile();
  const [side, setSide] = useState<Side>('sent');
  const how = schedule_id === null ? 'made' : 'sent';
  return (
    <>
      <Panel
        title={title}
        lead={`${pageName(page)} of ${daysOf(report)}, ${how} ${moment(created_at, timezone)}`}
        tools={
          <>
            <Segments<Side> label="Which figures" choices={outside ? ALL_SIDES : SIDES} chosen={side} choose={setSide} />
            <Act text="PDF" label={`Save ${title} as PDF`} act={() => savePdf(report, workspaceId)} />
          </>
        }
      >
        <p>{differenceText(differences)}</p>
        <Deliveries report={report} />
      </Panel>
      {side === 'now' && <KnownNow report={report} />}
      {side === 'sent' && <AsSent contents={report.contents} />}
      {side === 'outside' && outside && <AsSent contents={outside.contents} />}
    </>
  );
}

const savePdf = ({ id, title, date_from }: Whole, workspaceId: string): Promise<void> =>
  download(`/api/v1/workspaces/${workspaceId}/reports/${id}/pdf`, 'application/pdf', `${title} ${date_from}.pdf`);

function differenceText(differences: Whole['differences']): string {
  if (differences === null) return 'Its question cannot be computed any more, so there are no figures of now to compare with.';
  if (differences.length === 0) return 'All of its figures are still the same.';
  return `What differs now: ${differences.map(({ name }) => name).join(', ')}.`;
}

function Deliveries({ report: { deliveries } }: { report: Whole }) {
  const { workspace_id: workspaceId } = useProfile();
  const nameOf = useNameOf({ workspaceId });
  const chats = useChats();
  const nameOfChat = (id: string | null): string => chats.find((chat) => chat.id === id)?.title ?? 'A chat that was deleted';
  const readers = useOutsideReaders();
  const nameOfReader = (id: string): string => readers.find((each) => each.id === id)?.address ?? 'An address that was deleted';
  const nameIn = ({ user_id, reader_id, chat_id }: Whole['deliveries'][number]): string => {
    if (user_id !== null) return nameOf(`person:${user_id}`);
    return reader_id === null ? nameOfChat(chat_id) : nameOfReader(reader_id);
  };
  if (deliveries.length === 0) return <p class="small soft">It was made by a person and sent to nobody.</p>;
  return (
    <dl class="terms">
      {deliveries.map((delivery) => (
        <>
          <dt key={delivery.user_id ?? delivery.reader_id ?? delivery.chat_id}>
            <bdi>{nameIn(delivery)}</bdi>
          </dt>
          <dd>
            {STATES[delivery.status]}
            {delivery.reason !== null && ` (${delivery.reason})`}
          </dd>
        </>
      ))}
    </dl>
  );
}

/** The contract leaves the blocks open, as they are stored in the form of the version that made them. */
const isContents = (value: object): value is Contents => 'blocks' in value && Array.isArray(value.blocks) && 'warnings' in value;

function AsSent({ contents }: { contents: Whole['contents'] }) {
  if (!isContents(contents)) return <Empty title="This version cannot draw the report." />;
  return (
    <IsMeasured.Provider value={true}>
      {contents.sentence !== undefined && <p>{contents.sentence}</p>}
      {contents.outside && (
        <p class="notice">
          Figures of fewer than {contents.outside.people_at_least} people are withheld or part of (others), and days count through{' '}
          {shortDay(contents.outside.closed_through)}.
        </p>
      )}
      {contents.warnings.map((text) => (
        <p key={text} class="notice">
          {unbroken(text)}
        </p>
      ))}
      {contents.blocks.map((block, at) => (
        <BlockOf key={`${block.kind} ${at}`} block={block} contents={contents} />
      ))}
    </IsMeasured.Provider>
  );
}
