// To whom something goes: fields of the forms of alerts and of reports.
import { Check } from '../../design/form.tsx';
import { useMembers } from '../../frame/names.ts';
import { useProfile } from '../../frame/place.tsx';
import { useMe } from '../account/me.ts';

interface ChosenProps {
  name: string;
  options: readonly (readonly [string, string])[];
  chosen: readonly string[];
  set: (ids: string[]) => void;
}

export function Chosen({ name, options, chosen, set }: ChosenProps) {
  const toggle = (id: string) => (isOn: boolean) => set(isOn ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <fieldset class="alerts-choices">
      <legend>{name}</legend>
      {options.map(([id, text]) => (
        <Check key={id} label={text} value={chosen.includes(id)} set={toggle(id)} />
      ))}
    </fieldset>
  );
}

/** Owners and admins choose among the members; a manager chooses whether to get it. */
export function Recipients({ chosen, set }: Pick<ChosenProps, 'chosen' | 'set'>) {
  const { workspace_id: workspaceId } = useProfile();
  const me = useMe();
  const members = useMembers({ workspaceId }).data?.meta.members ?? [];
  const known = new Map<string, string>(me ? [[me.user_id, 'Me']] : []);
  for (const { user_id, name, email } of members) if (!known.has(user_id)) known.set(user_id, name ?? email);
  for (const id of chosen) if (!known.has(id)) known.set(id, `Member ${id.slice(0, 8)}`);
  return <Chosen name="By mail to" options={[...known]} chosen={chosen} set={set} />;
}

interface TimeProps {
  label: string;
  value: string;
  set: (value: string) => void;
}

export const Time = ({ label, value, set }: TimeProps) => (
  <label>
    {label}
    <input type="time" required value={value} onInput={(event) => set(event.currentTarget.value)} />
  </label>
);
