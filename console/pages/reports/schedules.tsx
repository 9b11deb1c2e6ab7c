// Schedules that send reports: when, to whom, and what a person does with one.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { Preview } from './preview.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { forgetReports, pageName, problemText, readersText, rhythmText, type Schedule } from './words.ts';

export function Schedules({ schedules }: { schedules: readonly Schedule[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="Schedules"
      lead="Each period is sent once: by mail with a CSV for each table, and in chats. A reader ends the mails by their link."
      tools={
        <button type="button" class="button primary" onClick={() => setOpen(true)}>
          New schedule
        </button>
      }
    >
      {isOpen && (
        <Dialog title="New schedule" kind="drawer" onClose={() => setOpen(false)}>
          <ScheduleForm schedule={undefined} close={() => setOpen(false)} />
        </Dialog>
      )}
      {schedules.length === 0 && (
        <Empty title="There is no schedule yet.">
          <p>A schedule mails the figures of the day, week or month before to people who do not open this page.</p>
        </Empty>
      )}
      {schedules.map((schedule) => (
        <Card key={schedule.id} schedule={schedule} />
      ))}
    </Panel>
  );
}

function Card({ schedule }: { schedule: Schedule }) {
  const { id, title, page, view, rhythm, status, problem, next_at, waits_for } = schedule;
  const { timezone } = useProfile();
  return (
    <section class="alerts-card" aria-labelledby={`schedule-${id}`}>
      <div>
        <h3 id={`schedule-${id}`}>{title}</h3>
        <p>
          {pageName(page)}
          {view !== null && (
            <>
              {' '}
              by the saved view <bdi>{view.name}</bdi>
            </>
          )}
          , {rhythmText(rhythm)}, to {readersText(schedule)}.
        </p>
        <p class="small soft">
          <span class={status === 'active' ? 'good' : 'bad'}>{status === 'active' ? 'Active' : 'Paused'}</span>
          {next_at !== null && `, next ${moment(next_at, timezone)}`}
        </p>
        {waits_for.length > 0 && (
          <p class="small">It is due and waits for spend of {waits_for.join(', ')}, for twelve hours at most.</p>
        )}
        {problem !== null && <p class="small">{problemText(problem)}</p>}
      </div>
      <Tools schedule={schedule} />
    </section>
  );
}

function Tools({ schedule }: { schedule: Schedule }) {
  const { id: scheduleId, title, status } = schedule;
  const { workspace_id: workspaceId } = useProfile();
  const [open, setOpen] = useState<'edit' | 'preview'>();
  const params = { path: { workspaceId, scheduleId } };
  const path = '/api/v1/workspaces/{workspaceId}/reports/schedules/{scheduleId}';
  const set = (next: Schedule['status']) => () => unwrap(api.PATCH(path, { params, body: { status: next } }));
  const close = (): void => setOpen(undefined);
  return (
    <span class="row">
      <button type="button" class="button" aria-label={`Preview and send ${title}`} onClick={() => setOpen('preview')}>
        Preview and send
      </button>
      <button type="button" class="button" aria-label={`Edit ${title}`} onClick={() => setOpen('edit')}>
        Edit
      </button>
      {status === 'active' ? (
        <Act text="Pause" label={`Pause ${title}`} act={set('paused')} afterwards={forgetReports} />
      ) : (
        <Act text="Activate" label={`Activate ${title}`} act={set('active')} afterwards={forgetReports} />
      )}
      <Confirm
        text="Delete"
        label={`Delete ${title}`}
        title={`Delete ${title}?`}
        act={() => unwrap(api.DELETE(path, { params }))}
        afterwards={forgetReports}
      >
        <p>Nothing more is sent. Its sent reports stay.</p>
      </Confirm>
      {open === 'edit' && (
        <Dialog title={`Edit ${title}`} kind="drawer" onClose={close}>
          <ScheduleForm schedule={schedule} close={close} />
        </Dialog>
      )}
      {open === 'preview' && (
        <Dialog title={`Preview of ${title}`} kind="drawer" onClose={close}>
          <Preview scheduleId={scheduleId} title={title} close={close} />
        </Dialog>
      )}
    </span>
  );
}
