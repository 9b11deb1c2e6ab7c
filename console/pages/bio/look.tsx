// The look of a profile for those outside.
import { useState } from 'preact/hooks';
import { forget } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Colour } from '../../design/brand.tsx';
import { Select, Text, WriteForm } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';

export const forgetBio = (): void => forget('bio');
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const FONTS = [
  ['none', "The device's usual one"],
  ['serif', 'With serifs'],
  ['rounded', 'Rounded'],
  ['mono', 'Of one width'],
] as const;
const TONES = [
  ['none', 'Not chosen'],
  ['neutral', 'Neutral'],
  ['friendly', 'Friendly'],
  ['formal', 'Formal'],
  ['playful', 'Playful'],
] as const;

export function LookForm({ first, mayChange }: { first: Schemas['ProfileBranding']; mayChange: boolean }) {
  const { profile_id } = useProfile();
  const [name, setName] = useState(first.display_name ?? '');
  const [primary, setPrimary] = useState(first.primary_color ?? '');
  const [accent, setAccent] = useState(first.accent_color ?? '');
  const [font, setFont] = useState<(typeof FONTS)[number][0]>(first.font === null || first.font === 'sans' ? 'none' : first.font);
  const [tone, setTone] = useState<(typeof TONES)[number][0]>(first.tone ?? 'none');
  const [isSaved, setSaved] = useState(false);
  const submit = async (): Promise<void> => {
    setSaved(false);
    const body = {
      display_name: orNull(name),
      primary_color: orNull(primary),
      accent_color: orNull(accent),
      font: font === 'none' ? null : font,
      tone: tone === 'none' ? null : tone,
    };
    await unwrap(api.PUT('/api/v1/profile/branding', { params: { query: { profile_id } }, body }));
    forgetBio();
    setSaved(true);
  };
  return (
    <WriteForm button={mayChange ? 'Save the look' : undefined} submit={submit}>
      <Text label="Name shown" value={name} set={setName} isOptional maxLength={200} />
      <Colour label="Main colour" value={primary} set={setPrimary} />
      <Colour label="Second colour" value={accent} set={setAccent} />
      <Select label="Font" value={font} set={setFont} options={FONTS} />
      <Select label="Tone of texts" value={tone} set={setTone} options={TONES} />
      {isSaved && <p role="status">Saved.</p>}
    </WriteForm>
  );
}
