// The steps of a funnel as a form: pages and events in their order, before the goal of the question.
import { useState } from 'preact/hooks';

export interface Step {
  kind: 'page' | 'event';
  value: string;
}

const MOST = 6;
const KINDS = { page: 'Page', event: 'Event' } as const;

/** As the address and the service have it; a comma would end a step there. */
export const writeSteps = (steps: readonly Step[]): string => steps.map(({ kind, value }) => `${kind}:${value}`).join(',');

export const readSteps = (text: string): Step[] =>
  text.split(',').flatMap((each): Step[] => {
    const value = each.slice(each.indexOf(':') + 1);
    if (each.startsWith('page:/')) return [{ kind: 'page', value }];
    return each.startsWith('event:') && value.trim() !== '' ? [{ kind: 'event', value }] : [];
  });

const isRight = ({ kind, value }: Step): boolean =>
  !value.includes(',') && (kind === 'page' ? value.startsWith('/') : value.trim() !== '');

interface FormProps {
  steps: readonly Step[];
  withinDays: number;
  /** Paths that visits viewed, to choose from. */
  paths: readonly string[];
  show: (steps: readonly Step[], withinDays: number) => void;
}

export function FunnelForm({ steps: firstSteps, withinDays, paths, show }: FormProps) {
  const [steps, setSteps] = useState(firstSteps);
  const [days, setDays] = useState(String(withinDays));
  const change = (at: number, step: Step): void => setSteps(steps.map((each, i) => (i === at ? step : each)));
  const isDays = /^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= 90;
  return (
    <form
      class="traffic-form"
      onSubmit={(event) => {
        event.preventDefault();
        show(steps, Number(days));
      }}
    >
      <datalist id="traffic-paths">
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {steps.map((step, at) => (
        <StepFields
          key={at}
          step={step}
          at={at}
          change={(next) => change(at, next)}
          remove={steps.length > 1 ? () => setSteps(steps.filter((_, i) => i !== at)) : undefined}
        />
      ))}
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={steps.length >= MOST}
          onClick={() => setSteps([...steps, { kind: 'page', value: '/' }])}
        >
          Add a step
        </button>
        <label class="traffic-days">
          Days to the goal
          <input type="number" min={1} max={90} value={days} onInput={(event) => setDays(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button primary" disabled={!isDays || !steps.every(isRight)}>
          Show the funnel
        </button>
      </div>
    </form>
  );
}

interface FieldsProps {
  step: Step;
  at: number;
  change: (step: Step) => void;
  remove: (() => void) | undefined;
}

function StepFields({ step: { kind, value }, at, change, remove }: FieldsProps) {
  return (
    <div class="traffic-step">
      <label>
        Step {at + 1}
        <select
          value={kind}
          onChange={(event) =>
            change(event.currentTarget.value === 'page' ? { kind: 'page', value: '/' } : { kind: 'event', value: '' })
          }
        >
          {Object.entries(KINDS).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label class="traffic-value">
        {kind === 'page' ? 'Path; * at its end for all below' : 'Type of the event, e.g. lead_created'}
        <input
          type="text"
          value={value}
          maxLength={500}
          {...(kind === 'page' ? { list: 'traffic-paths' } : {})}
          onInput={(event) => change({ kind, value: event.currentTarget.value })}
        />
      </label>
      {remove && (
        <button type="button" class="button" onClick={remove}>
          Remove<span class="only-read"> step {at + 1}</span>
        </button>
      )}
    </div>
  );
}
