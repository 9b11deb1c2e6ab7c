// The mail of a schedule as it would be sent now, and the button that sends it.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Loaded } from '../../design/panel.tsx';
import { Segments } from '../../design/segments.tsx';
import { useProfile } from '../../frame/place.tsx';
import { plural } from '../../words/format.ts';
import { daysOf, forgetReports } from './words.ts';

interface PreviewProps {
  scheduleId: string;
  title: string;
  close: () => void;
}

const PARTS = { html: 'Mail', text: 'Text part' } as const;
const ALL_PARTS = { ...PARTS, outside: 'Mail outside', chat: 'Chat' } as const;
type Part = keyof typeof ALL_PARTS;

/** Without parts that nobody receives. */
const partsOf = ({ outside, chat }: Schemas['ReportPreviewAnswer']['data']): Partial<typeof ALL_PARTS> => ({
  ...PARTS,
  ...(outside ? { outside: ALL_PARTS.outside } : {}),
  ...(chat ? { chat: ALL_PARTS.chat } : {}),
});

export function Preview({ scheduleId, title, close }: PreviewProps) {
  const { workspace_id: workspaceId } = useProfile();
  const params = { path: { workspaceId, scheduleId } };
  const answer = useAnswer(['report preview', scheduleId], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/reports/schedules/{scheduleId}/preview', { params, signal })),
  );
  const send = async (): Promise<void> => {
    await unwrap(api.POST('/api/v1/workspaces/{workspaceId}/reports/schedules/{scheduleId}/send', { params }));
    close();
  };
  const afterwards = (): void => {
    forget('report preview');
    forgetReports();
  };
  return (
    <Loaded answer={answer} lines={8}>
      {({ data }) => (
        <>
          <Mail data={data} frame={`/console/workspaces/${workspaceId}/report-frame/${scheduleId}`} />
          {data.is_sent ? (
            <p>The report of these days has been sent. Each period is sent once.</p>
          ) : (
            <Act text="Send it now" label={`Send it now: ${title}`} isPrimary act={send} afterwards={afterwards} />
          )}
        </>
      )}
    </Loaded>
  );
}

function Mail({ data, frame }: { data: Schemas['ReportPreviewAnswer']['data']; frame: string }) {
  const [part, setPart] = useState<Part>('html');
  const { subject, text, attachments, chat, outside } = data;
  return (
    <>
      <dl class="terms">
        <dt>About</dt>
        <dd>{daysOf(data)}</dd>
        <dt>Subject</dt>
        <dd>
          <bdi>{subject}</bdi>
        </dd>
        {attachments.length > 0 && (
          <>
            <dt>Files</dt>
            <dd>{attachments.map(({ name, rows }) => (rows === null ? name : `${name}, ${plural(rows, 'row')}`)).join('; ')}</dd>
          </>
        )}
      </dl>
      <Segments<Part> label="Part of the report" choices={partsOf(data)} chosen={part} choose={setPart} />
      {part === 'html' && <Frame title="The mail" src={frame} />}
      {part === 'outside' && outside?.problem === null && (
        <Frame title="The mail of readers outside" src={`${frame}?audience=outside`} />
      )}
      {part === 'outside' && outside && outside.problem !== null && <Lines text={outside.problem} />}
      {part === 'text' && <Lines text={text} />}
      {part === 'chat' && chat && <Lines text={chat.problem ?? [chat.title, '', ...chat.lines].join('\n')} />}
    </>
  );
}

const Frame = ({ title, src }: { title: string; src: string }) => (
  <iframe class="reports-frame" title={title} sandbox="" referrerpolicy="no-referrer" src={src} />
);

const Lines = ({ text }: { text: string }) => (
  <pre class="reports-text" tabIndex={0}>
    {text}
  </pre>
);
