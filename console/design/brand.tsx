// The fields of a branding: a colour, typed or chosen by eye, and a logo.
import type { Schemas } from '../api/client.ts';
import { useWrite } from '../api/write.ts';
import { Act } from './act.tsx';
import { Text } from './form.tsx';
import { ErrorBlock } from './states.tsx';

const HEX = /^#[0-9a-f]{6}$/i;

export function Colour({ label, value, set }: { label: string; value: string; set: (value: string) => void }) {
  return (
    <div class="form-row brand-colour">
      <Text label={label} value={value} set={set} isOptional maxLength={7} placeholder="#0f6e5a" />
      <input
        type="color"
        aria-label={`${label}, chosen by eye`}
        value={HEX.test(value) ? value : '#ffffff'}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </div>
  );
}

/** The bytes in base64, without the head of a data URL. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

interface LogoProps {
  logo: Schemas['Logo'] | null;
  mayChange: boolean;
  /** Receives the file in base64. */
  upload: (content: string) => Promise<unknown>;
  remove: () => Promise<unknown>;
  afterwards: () => void;
}

export function Logo({ logo, mayChange, upload, remove, afterwards }: LogoProps) {
  const { isBusy, fault, run } = useWrite(afterwards);
  const send = (file: File | undefined) => file && run(async () => upload(await base64Of(file)));
  return (
    <div class="form">
      {logo === null ? (
        <p class="soft">No logo.</p>
      ) : (
        <img class="brand-logo" src={new URL(logo.url).pathname} alt="The logo" width={logo.width} height={logo.height} />
      )}
      {mayChange && (
        <>
          <label>
            {logo === null ? 'File' : 'Another file'}
            <input type="file" accept="image/png" disabled={isBusy} onChange={(event) => send(event.currentTarget.files?.[0])} />
          </label>
          {fault && <ErrorBlock error={fault} />}
          {logo !== null && <Act text="Remove the logo" act={remove} afterwards={afterwards} />}
        </>
      )}
    </div>
  );
}
