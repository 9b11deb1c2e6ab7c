// URL parameters that make visits name their ad: seen before they are set, a result for each ad, and every change taken back.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Check } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Ask } from '../../outside/ask.tsx';
import { useKeyOf } from '../../outside/keys.ts';
import { type Done, isWaiting, Result } from '../../outside/results.tsx';
import { moment, plural } from '../../words/format.ts';

type Ad = Schemas['AdIdRow'];
type Change = Schemas['UrlTagsOutcome'];
type ChangeResult = Change['results'][number];
type Answered = Change | Schemas['AdWriteWaiting']['data'];

export const MOST_ADS = 25;
/** An ad that gets what it lacks. */
export const canGet = ({ tags_proposed, skip_reason, is_known }: Ad): boolean =>
  is_known && skip_reason === null && tags_proposed !== null;

const REASONS = {
  scope_missing: 'Your role may not change ads.',
  entitlement_missing: 'The app that made this profile has switched attribution off.',
  not_connected: 'No ad account is connected.',
  not_supported: 'The connected platforms do not let URL parameters be changed from here: set them there.',
  write_permission_missing: 'No connected account gave the permission to change ads: connect it again and grant it.',
} as const;

interface UrlTagsProps {
  ads: readonly Ad[];
  picked: readonly string[];
  pick: (ids: readonly string[]) => void;
  /** The service's own choice. */
  suggested: { ad_ids: readonly string[] };
}

export function UrlTags({ ads, picked, pick, suggested }: UrlTagsProps) {
  const { profile_id } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const [waiting, setWaiting] = useState<Done[]>([]);
  const query = { profile_id };
  const state = useAnswer(['quality', 'url-tags', query], (signal) =>
    unwrap(api.GET('/api/v1/quality/ad-ids/url-tags', { params: { query }, signal })),
  );
  const ended = (answer: Answered): void => {
    if ('handoff' in answer) setWaiting([{ outcome: answer }, ...waiting]);
    pick([]);
  };
  const chosen = ads.filter(({ ad_id }) => picked.includes(ad_id));
  return (
    <Panel
      title="URL parameters"
      lead="With them a visit says which ad it comes from. Each ad keeps its own and gets what it lacks"
    >
      <Loaded answer={state} lines={3}>
        {({ data: { can_apply, reasons, changes } }) => (
          <>
            {reasons.map((reason) => (
              <p key={reason} class="notice">
                {REASONS[reason]}
              </p>
            ))}
            {can_apply && (
              <div class="row">
                {suggested.ad_ids.length > 0 && (
                  <button type="button" class="button" onClick={() => pick(suggested.ad_ids)}>
                    Choose the {plural(suggested.ad_ids.length, 'ad')} with the most spend at risk
                  </button>
                )}
                <button type="button" class="button primary" disabled={chosen.length === 0} onClick={() => setOpen(true)}>
                  {chosen.length === 0 ? 'Choose ads below' : `Set them on ${plural(chosen.length, 'ad')} …`}
                </button>
              </div>
            )}
            {waiting.map(({ outcome }) => (
              <Result key={isWaiting(outcome) ? outcome.handoff.id : outcome.id} outcome={outcome} undone={() => undefined} />
            ))}
            <Changes changes={changes} ads={ads} ended={ended} />
          </>
        )}
      </Loaded>
      {isOpen && <Preview ads={chosen} ended={ended} close={() => setOpen(false)} />}
    </Panel>
  );
}

/** The results of a change are on several pages. */
function changed(): void {
  forget('quality');
  forget('ads');
}

/** The account of all, where it is one: two accounts may use the same id. */
function accountOf([first, ...others]: readonly Ad[]): { platform?: string; account_id?: string } {
  if (!first || first.platform === null || first.account_id === null) return {};
  const isOne = others.every(({ platform, account_id }) => platform === first.platform && account_id === first.account_id);
  return isOne ? { platform: first.platform, account_id: first.account_id } : {};
}

interface PreviewProps {
  ads: readonly Ad[];
  ended: (answer: Answered) => void;
  close: () => void;
}

function Preview({ ads, ended, close }: PreviewProps) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const [isSure, setSure] = useState(false);
  const write = async (needsApproval: boolean): Promise<void> => {
    const body = {
      ad_ids: ads.map(({ ad_id }) => ad_id),
      ...accountOf(ads),
      acknowledge_learning_reset: true,
      require_approval: needsApproval,
    } as const;
    const params = { query: { profile_id }, header: { 'Idempotency-Key': keyOf(body) } };
    const { data } = await unwrap(api.POST('/api/v1/quality/ad-ids/url-tags/apply', { params, body }));
    ended(data);
    close();
  };
  return (
    <Dialog title={`Set URL parameters on ${plural(ads.length, 'ad')}?`} onClose={close}>
      <ul class="quality-list">
        {ads.map(({ ad_id, ad_name, tags_now, tags_proposed }) => (
          <li key={ad_id}>
            <b>
              <bdi>{ad_name ?? ad_id}</bdi>
            </b>
            <span class="soft">Now: {tags_now ?? 'none'}</span>
            <span>Then: {tags_proposed}</span>
          </li>
        ))}
      </ul>
      <Acknowledged isSure={isSure} setSure={setSure} />
      <Ask text="Set the parameters" isDisabled={!isSure || ads.length > MOST_ADS} write={write} changed={changed}>
        {ads.length > MOST_ADS && <p class="note">At most {MOST_ADS} ads at once.</p>}
      </Ask>
    </Dialog>
  );
}

const Acknowledged = ({ isSure, setSure }: { isSure: boolean; setSure: (isSure: boolean) => void }) => (
  <Check
    label="I know that each of these ads is reviewed again, and that learning may start again"
    value={isSure}
    set={setSure}
  />
);

interface ChangesProps {
  changes: readonly Change[];
  ads: readonly Ad[];
  ended: (answer: Answered) => void;
}

function Changes({ changes, ads, ended }: ChangesProps) {
  const { timezone, role } = useProfile();
  const [undoing, setUndoing] = useState<Change>();
  if (changes.length === 0) return <p class="note">Nothing was changed yet.</p>;
  const nameOf = (id: string): string => ads.find(({ ad_id }) => ad_id === id)?.ad_name ?? id;
  return (
    <>
      <h3>Last changes</h3>
      <ul class="quality-list">
        {changes.map((change) => (
          <li key={change.change_id}>
            <div class="quality-line">
              <b>
                {STATUSES[change.status]} on {moment(change.created_at, timezone)}
              </b>
              {isUndoable(change) && role === 'manager' && (
                <button type="button" class="button" onClick={() => setUndoing(change)}>
                  Take it back …
                </button>
              )}
            </div>
            {change.results.map((result) => (
              <span key={result.ad_id}>
                <bdi>{nameOf(result.ad_id)}</bdi>: {resultText(result)}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {undoing && <UndoDialog change={undoing} ended={ended} close={() => setUndoing(undefined)} />}
    </>
  );
}

const isApplied = ({ result }: ChangeResult): boolean => result === 'applied';
/** A change that failed may have changed some ads. */
const isUndoable = ({ status, results }: Change): boolean =>
  (status === 'applied' || status === 'partly' || status === 'failed') && results.some(isApplied);

const STATUSES: Readonly<Record<Change['status'], string>> = {
  awaiting_approval: 'Waits for an approval, requested',
  planned: 'Not begun, planned',
  applying: 'Being written, begun',
  applied: 'Applied',
  partly: 'Applied in part',
  nothing_to_do: 'Nothing to change, requested',
  undone: 'Taken back, applied',
  failed: 'Failed',
  rejected: 'Rejected, requested',
  expired: 'Expired, requested',
};

const RESULTS: Readonly<Record<ChangeResult['result'], string>> = {
  applied: 'set',
  skipped: 'left as it is',
  failed: 'refused',
  undone: 'taken back',
  waiting: 'not written yet',
};

function resultText({ result, message, after }: ChangeResult): string {
  const more = message ?? (result === 'applied' ? after : null);
  return more === null ? RESULTS[result] : `${RESULTS[result]}: ${more}`;
}

function UndoDialog({ change, ended, close }: { change: Change; ended: (answer: Answered) => void; close: () => void }) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const [isSure, setSure] = useState(false);
  const write = async (needsApproval: boolean): Promise<void> => {
    const body = { change_id: change.change_id, acknowledge_learning_reset: true, require_approval: needsApproval } as const;
    const params = { query: { profile_id }, header: { 'Idempotency-Key': keyOf(body) } };
    const { data } = await unwrap(api.POST('/api/v1/quality/ad-ids/url-tags/undo', { params, body }));
    ended(data);
    close();
  };
  return (
    <Dialog title="Take the URL parameters back?" onClose={close}>
      <p>
        {plural(change.results.filter(isApplied).length, 'ad')} get the parameters and the creative of before, where nobody has
        changed them since.
      </p>
      <Acknowledged isSure={isSure} setSure={setSure} />
      <Ask text="Take them back" isDisabled={!isSure} write={write} changed={changed} />
    </Dialog>
  );
}
