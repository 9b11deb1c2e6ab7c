// Files that install the tracker elsewhere than in the pages: Google Tag Manager and the pixel of a Shopify shop.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { saveFile } from '../../api/save.ts';
import { useWrite } from '../../api/write.ts';
import { Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';

interface Made {
  files: readonly { name: string; content: string }[];
  steps: readonly string[];
}

const save = (name: string, content: string): void => saveFile(new Blob([content]), name);

export function Installers() {
  const { profile_id } = useProfile();
  const [made, setMade] = useState<Made>();
  const { isBusy, fault, run } = useWrite();
  const params = { query: { profile_id } };
  const gtm = async (): Promise<void> => {
    const { data } = await unwrap(api.GET('/api/v1/tracking/installers/gtm', { params }));
    const container = { name: data.container.file_name, content: JSON.stringify(data.container.content, null, 2) };
    setMade({ files: [container, { name: data.template.file_name, content: data.template.content }], steps: data.steps });
  };
  const shopify = async (): Promise<void> => {
    const { data } = await unwrap(api.GET('/api/v1/tracking/installers/shopify-pixel', { params }));
    setMade({ files: [{ name: data.file_name, content: data.content }], steps: data.steps });
  };
  return (
    <Panel title="Installers" lead="In place of the tag">
      <span class="row">
        <button type="button" class="button" disabled={isBusy} onClick={() => run(gtm)}>
          Google Tag Manager
        </button>
        <button type="button" class="button" disabled={isBusy} onClick={() => run(shopify)}>
          Shopify pixel
        </button>
      </span>
      {fault && <ErrorBlock error={fault} />}
      {made && (
        <div class="stack" role="status">
          <span class="row">
            {made.files.map(({ name, content }) => (
              <button key={name} type="button" class="button primary" onClick={() => save(name, content)}>
                Save {name}
              </button>
            ))}
          </span>
          <ol class="tracker-steps">
            {made.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      )}
    </Panel>
  );
}
