// The event types: each with the time at which it is sent and an example of its body.
import { type Answer, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';

type Types = Schemas['WebhookEventTypeListAnswer'];

export const useEventTypes = (): Answer<Types> =>
  useAnswer(['webhook-event-types'], (signal) => unwrap(api.GET('/api/v1/webhooks/event-types', { signal })));

export function EventTypes() {
  return (
    <Panel title="Event types" lead="The body of each is JSON; the OpenAPI document has its schema">
      <Loaded answer={useEventTypes()} lines={10}>
        {({ data }) =>
          data.map(({ type, summary, description, example }) => (
            <details key={type}>
              <summary>
                <b>{type}</b> {summary}
              </summary>
              <p class="soft">{description}</p>
              <pre class="webhooks-text">{JSON.stringify(example, null, 2)}</pre>
            </details>
          ))
        }
      </Loaded>
    </Panel>
  );
}
