// Rules on what is so now: senders that send nothing, findings that are a problem, connections that need a person.
import { profileDay } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { openProblems, outagesIn } from '../../../report/quality/index.ts';
import { connectionsOf } from '../../connections/index.ts';
import type { StoredCondition } from '../stored.ts';
import { plusDays } from './board.ts';

const HOUR_MS = 3_600_000;
/** Outages that began before are no news. */
const OUTAGE_DAYS = 30;

/** A state that a rule names. */
export interface StateHit {
  cause: string;
  what: string;
  since: string;
  value: number | null;
  usual: number | null;
  finding: string | null;
  page: 'quality' | 'connections';
  /** Money that is usual in the time since then. */
  atStake: 'revenue' | 'spend' | null;
}

export function silentSenders(base: ReadBase, profileId: string, { sender, hours = 2 }: StoredCondition): StateHit[] {
  const today = profileDay(base, profileId);
  const now = base.clock.now();
  return outagesIn(base, profileId, { date_from: plusDays(today, -OUTAGE_DAYS), date_to: today })
    .filter((outage) => outage.to === null && (sender === undefined || outage.sender === sender))
    .filter(({ from }) => now - Date.parse(from) >= hours * HOUR_MS)
    .map(({ sender: name, from, events, usual }) => ({
      cause: `silence ${name}`,
      since: from,
      value: events,
      usual,
      finding: null,
      page: 'quality',
      atStake: 'revenue',
      what: `${name} has sent ${events === 0 ? 'nothing' : `${events} events`} since ${from}, where ${usual} events are usual.`,
    }));
}

export function problemFindings(base: ReadBase, profileId: string, { findings }: StoredCondition): StateHit[] {
  return openProblems(base, profileId)
    .filter(({ name }) => findings === undefined || findings.includes(name))
    .map(({ name, since }) => ({
      cause: `finding ${name}`,
      since: new Date(since).toISOString(),
      value: null,
      usual: null,
      finding: name,
      what: `The finding ${name} of data quality is a problem.`,
      page: 'quality',
      atStake: null,
    }));
}

export function waitingConnections(base: ReadBase, profileId: string): StateHit[] {
  return connectionsOf(base, profileId)
    .filter(({ status }) => status === 'reconnect_required' || status === 'needs_action')
    .map(({ connectionId, provider, status }) => ({
      cause: `connection ${connectionId}`,
      since: new Date(base.clock.now()).toISOString(),
      value: null,
      usual: null,
      finding: null,
      page: 'connections',
      atStake: provider.kind === 'ad_platform' ? 'spend' : null,
      what: `The connection to ${provider.name} ${status === 'reconnect_required' ? 'has to be connected again' : 'needs a person'}.`,
    }));
}
