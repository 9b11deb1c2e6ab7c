// Changes of an ad at its platform: paused, resumed, or another budget of its ad set, each with what it changes before it is written.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Check, Text } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Ask } from '../../outside/ask.tsx';
import { useKeyOf } from '../../outside/keys.ts';
import type { Done } from '../../outside/results.tsx';
import { decimalsOf, minorUnitsOf } from '../../outside/words.ts';
import { moment, money } from '../../words/format.ts';
import type { Ad } from './asked.ts';
import { nameOf } from './figures.tsx';

export type Change = 'pause' | 'resume' | 'budget' | 'swap';

/** The actions on an ad now: none where its account is not connected, or it has ended. */
export function changesOf({ status, budget, adset }: Ad): Change[] {
  if (status === null || (status.effective !== 'active' && status.effective !== 'paused')) return [];
  const isOn = (status.configured ?? status.effective) === 'active';
  const hasBudget = budget?.level === 'adset' && budget.daily !== null && adset !== null;
  return [isOn ? 'pause' : 'resume', ...(hasBudget ? (['budget'] as const) : []), ...(isOn ? (['swap'] as const) : [])];
}

export const CHANGES: Readonly<Record<Change, string>> = {
  pause: 'Pause',
  resume: 'Resume',
  budget: 'Budget',
  swap: 'Copy',
};

const TITLES: Readonly<Record<Change, string>> = {
  pause: 'Pause this ad?',
  resume: 'Resume this ad?',
  budget: 'Daily budget of the ad set',
  swap: 'Have a copy deliver in place of this ad?',
};

interface ChangeProps {
  ad: Ad;
  done: (done: Done) => void;
  changed: () => void;
}

export function ChangeDialog({ change, close, ...props }: ChangeProps & { change: Change; close: () => void }) {
  const { ad } = props;
  return (
    <Dialog title={TITLES[change]} onClose={close}>
      <p>
        <b>
          <bdi>{change === 'budget' ? (ad.adset?.name ?? ad.adset?.id) : nameOf(ad)}</bdi>
        </b>{' '}
        <span class="soft">
          at {ad.platform}, in <bdi>{ad.campaign?.name ?? ad.campaign?.id ?? ad.account_id}</bdi>
        </span>
      </p>
      {change === 'budget' && <Budget {...props} />}
      {change === 'swap' && <Swap {...props} />}
      {(change === 'pause' || change === 'resume') && <Status {...props} to={change} />}
    </Dialog>
  );
}

function ReadAt({ ad }: { ad: Ad }) {
  const { timezone } = useProfile();
  if (ad.read_at === null) return null;
  return (
    <p class="note">
      As the account was read on {moment(ad.read_at, timezone)}. The platform is read again before anything is written.
    </p>
  );
}

function Status({ ad, to, done, changed }: ChangeProps & { to: 'pause' | 'resume' }) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const write = async (needsApproval: boolean): Promise<void> => {
    const body = { require_approval: needsApproval, platform: ad.platform };
    const params = { path: { id: ad.id }, query: { profile_id }, header: { 'Idempotency-Key': keyOf([to, body]) } };
    const answer = await unwrap(
      to === 'pause'
        ? api.POST('/api/v1/ads/{id}/pause', { params, body })
        : api.POST('/api/v1/ads/{id}/resume', { params, body }),
    );
    done({ outcome: answer.data, warnings: 'warnings' in answer ? answer.warnings : undefined });
  };
  return (
    <>
      <p class="outside-change">
        {to === 'pause' ? 'Active' : 'Paused'} → <b>{to === 'pause' ? 'Paused' : 'Active'}</b>
      </p>
      <p class="soft">
        {to === 'pause'
          ? 'It stops to deliver and to spend. Undo resumes it.'
          : 'It delivers again, where its ad set and campaign do. Undo pauses it.'}
      </p>
      <ReadAt ad={ad} />
      <Ask text={to === 'pause' ? 'Pause the ad' : 'Resume the ad'} write={write} changed={changed} />
    </>
  );
}

const MOST_STEP = 0.5;
const DAYS = 30;
const PERCENT = 100;

function Budget({ ad, done, changed }: ChangeProps) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const { daily, currency } = { daily: ad.budget?.daily ?? '0', currency: ad.budget?.currency ?? 'USD' };
  const [text, setText] = useState(daily);
  const decimals = decimalsOf(ad.platform, currency);
  const units = minorUnitsOf(text, decimals);
  const [now, next] = [Number(daily), Number(text)];
  const step = next / now - 1;
  const isPossible = units !== undefined && now > 0 && Math.abs(step) <= MOST_STEP && step !== 0;
  const write = async (needsApproval: boolean): Promise<void> => {
    if (units === undefined) return;
    const body = { daily_budget: units, require_approval: needsApproval, platform: ad.platform };
    const header = { 'Idempotency-Key': keyOf(body) };
    const params = { path: { id: ad.adset?.id ?? '' }, query: { profile_id }, header };
    const answer = await unwrap(api.POST('/api/v1/adsets/{id}/budget', { params, body }));
    done({ outcome: answer.data, warnings: 'warnings' in answer ? answer.warnings : undefined });
  };
  return (
    <>
      <Text
        label={`A day, in ${currency}`}
        value={text}
        set={setText}
        hint={`One change moves it by at most half: ${money(now * MOST_STEP, currency)} to ${money(now * (1 + MOST_STEP), currency)}`}
      />
      {isPossible ? (
        <p class="outside-change">
          {money(daily, currency)} → <b>{money(text.trim(), currency)}</b>
          <span class="soft">
            {step < 0 ? '−' : '+'}
            {Math.abs(Math.round(PERCENT * step))} %, at most {money(Math.abs(next - now) * DAYS, currency)}{' '}
            {step < 0 ? 'less' : 'more'} in 30 days
          </span>
        </p>
      ) : (
        <p class="soft">{units === undefined ? 'This is no amount.' : 'Choose another amount within these bounds.'}</p>
      )}
      <ReadAt ad={ad} />
      <Ask text="Change the budget" isDisabled={!isPossible} write={write} changed={changed} />
    </>
  );
}

/** A person at their session confirms what programs send as a consent. */
function Swap({ ad, done, changed }: ChangeProps) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const [isSure, setSure] = useState(false);
  const write = async (needsApproval: boolean): Promise<void> => {
    const body = { confirm_duplicate_swap: true, require_approval: needsApproval, platform: ad.platform };
    const params = { path: { id: ad.id }, query: { profile_id }, header: { 'Idempotency-Key': keyOf(body) } };
    const answer = await unwrap(api.POST('/api/v1/ads/{id}/duplicate-and-swap', { params, body }));
    done({ outcome: answer.data, warnings: 'warnings' in answer ? answer.warnings : undefined });
  };
  return (
    <>
      <p>
        The copy is made in the same ad set and activated, then this ad is paused. The platform reviews the copy, it starts to
        learn from the beginning, and its likes, comments and statistics begin at nothing. Undo activates this ad again and pauses
        the copy.
      </p>
      <ReadAt ad={ad} />
      <Check label="I am authorized to change the ads of this account, and want this" value={isSure} set={setSure} />
      <Ask text="Replace it by a copy" isDisabled={!isSure} write={write} changed={changed} />
    </>
  );
}
