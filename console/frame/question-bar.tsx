// The question bar: what the figures of a page are about. It has only the controls that change something on the page.
import { useState } from 'preact/hooks';
import { useAnswer } from '../api/answer.ts';
import { api, unwrap } from '../api/client.ts';
import { Choice, Menu } from '../design/menu.tsx';
import { useGoals } from '../question/goal.ts';
import { COMPARISONS, PRESETS } from '../question/period.ts';
import { MODELS, type Model } from '../question/question.ts';
import { useAsk, useQuestion } from '../question/use-question.tsx';
import { days as daysText } from '../words/format.ts';
import { Clock } from './clock.tsx';
import { Filters } from './filters.tsx';
import { useKeys } from './keys.tsx';
import type { Control } from './page.ts';
import { useProfile } from './place.tsx';

export function QuestionBar({ controls }: { controls: readonly Control[] }) {
  const has = (control: Control): boolean => controls.includes(control);
  const { question } = useQuestion();
  const ask = useAsk();
  useKeys([
    ...(has('period')
      ? PRESETS.slice(0, 9).map(({ name, text }, at) => ({ key: String(at + 1), text, press: () => ask({ period: name }) }))
      : []),
    ...(has('intervals')
      ? [{ key: 'i', text: 'Intervals on or off', press: () => ask({ hasIntervals: !question.hasIntervals }) }]
      : []),
  ]);
  if (controls.length === 0) return null;
  return (
    <div class="question" role="toolbar" aria-label="What the figures are about">
      {has('period') && <PeriodMenu />}
      {has('comparison') && <ComparisonMenu />}
      {has('goal') && <GoalMenu />}
      {has('model') && <ModelMenu />}
      {has('window') && <WindowMenu />}
      {has('axis') && (
        <Toggle
          isOn={question.axis === 'cash'}
          press={() => ask({ axis: question.axis === 'cash' ? 'sale' : 'cash' })}
          text={question.axis === 'cash' ? 'By cash day' : 'By sale day'}
        />
      )}
      {has('filters') && <Filters />}
      {has('intervals') && (
        <Toggle isOn={question.hasIntervals} press={() => ask({ hasIntervals: !question.hasIntervals })} text="Intervals" />
      )}
      {has('as_of') && <Clock />}
    </div>
  );
}

const Toggle = ({ isOn, press, text }: { isOn: boolean; press: () => void; text: string }) => (
  <button type="button" class="control" aria-pressed={isOn} onClick={press}>
    {text}
  </button>
);

function PeriodMenu() {
  const { question, days } = useQuestion();
  const ask = useAsk();
  const preset = PRESETS.find(({ name }) => name === question.period);
  const range = daysText(days.from, days.to);
  return (
    <Menu label="Period" text={<b>{preset?.text ?? range}</b>}>
      {(close) => (
        <>
          {PRESETS.map(({ name, text }, at) => (
            <Choice
              key={name}
              isChosen={name === question.period}
              note={at < 9 && <kbd>{at + 1}</kbd>}
              choose={() => {
                ask({ period: name });
                close();
              }}
            >
              {text}
            </Choice>
          ))}
          <CustomPeriod
            from={days.from}
            to={days.to}
            choose={(period) => {
              ask({ period });
              close();
            }}
          />
        </>
      )}
    </Menu>
  );
}

function CustomPeriod({ from, to, choose }: { from: string; to: string; choose: (period: string) => void }) {
  const [days, setDays] = useState({ from, to });
  const isRight = days.from !== '' && days.from <= days.to;
  return (
    <form
      class="menu-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) choose(`${days.from}..${days.to}`);
      }}
    >
      <label>
        First day
        <input type="date" value={days.from} onInput={(event) => setDays({ ...days, from: event.currentTarget.value })} />
      </label>
      <label>
        Last day
        <input type="date" value={days.to} onInput={(event) => setDays({ ...days, to: event.currentTarget.value })} />
      </label>
      <button type="submit" class="button" disabled={!isRight}>
        Show these days
      </button>
    </form>
  );
}

const comparisonEntries = Object.entries(COMPARISONS).flatMap(([name, text]) =>
  name === 'previous' || name === 'weekdays' || name === 'year' || name === 'known' || name === 'none'
    ? [{ name, text } as const]
    : [],
);

function ComparisonMenu() {
  const { question, today } = useQuestion();
  const ask = useAsk();
  const text = COMPARISONS[question.comparison].toLowerCase();
  const shown = question.comparison === 'known' ? `as known on ${question.knownOn ?? '…'}` : text;
  return (
    <Menu label="Comparison" text={question.comparison === 'none' ? 'No comparison' : `vs ${shown}`}>
      {(close) => (
        <>
          {comparisonEntries
            .filter(({ name }) => name !== 'known')
            .map(({ name, text: choice }) => (
              <Choice
                key={name}
                isChosen={name === question.comparison}
                choose={() => {
                  ask({ comparison: name });
                  close();
                }}
              >
                {choice}
              </Choice>
            ))}
          <form class="menu-form">
            <label>
              The same days as known on
              <input
                type="date"
                max={today}
                value={question.knownOn ?? ''}
                onChange={(event) => {
                  if (event.currentTarget.value === '') return;
                  ask({ comparison: 'known', knownOn: event.currentTarget.value });
                  close();
                }}
              />
            </label>
          </form>
        </>
      )}
    </Menu>
  );
}

function GoalMenu() {
  const { question } = useQuestion();
  const ask = useAsk();
  const { all, chosen } = useGoals(question.goal);
  return (
    <Menu label="Goal" text={chosen?.name ?? question.goal ?? 'Goal'}>
      {(close) =>
        all.map(({ conversion_key, name, is_default }) => (
          <Choice
            key={conversion_key}
            isChosen={conversion_key === chosen?.conversion_key}
            note={is_default ? 'default' : undefined}
            choose={() => {
              ask({ goal: is_default ? undefined : conversion_key });
              close();
            }}
          >
            {name}
          </Choice>
        ))
      }
    </Menu>
  );
}

const modelEntries = (Object.keys(MODELS) as Model[]).map((name) => ({ name, text: MODELS[name] }));

function ModelMenu() {
  const { question } = useQuestion();
  const { profile_id } = useProfile();
  const ask = useAsk();
  const settings = useAnswer(['attribution-settings', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/attribution-settings', { params: { query: { profile_id } }, signal })),
  );
  const usual = settings.data?.data.model;
  const chosen = question.model ?? usual;
  return (
    <Menu label="Model" text={chosen ? MODELS[chosen] : 'Model'}>
      {(close) =>
        modelEntries.map(({ name, text }) => (
          <Choice
            key={name}
            isChosen={name === chosen}
            note={name === usual ? 'default' : undefined}
            choose={() => {
              ask({ model: name === usual ? undefined : name });
              close();
            }}
          >
            {text}
          </Choice>
        ))
      }
    </Menu>
  );
}

const WINDOWS = [1, 7, 14, 30, 60, 90] as const;

function WindowMenu() {
  const { question } = useQuestion();
  const ask = useAsk();
  const { windowDays } = question;
  const choices = [undefined, ...WINDOWS, ...(windowDays && !WINDOWS.some((days) => days === windowDays) ? [windowDays] : [])];
  const textOf = (days: number | undefined): string =>
    days === undefined ? 'Usual window' : days === 1 ? '1 day window' : `${days} days window`;
  return (
    <Menu label="Lookback" text={textOf(windowDays)}>
      {(close) =>
        choices.map((days) => (
          <Choice
            key={days ?? 'usual'}
            isChosen={days === windowDays}
            choose={() => {
              ask({ windowDays: days });
              close();
            }}
          >
            {textOf(days)}
          </Choice>
        ))
      }
    </Menu>
  );
}
