// What a person without access to personal data sees: what is hidden, why, and the journey of a conversion, which is shown without its person.
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { CallError } from '../../api/client.ts';
import { Empty } from '../../design/states.tsx';
import { useHere } from './here.ts';

export function Hidden({ error }: { error: CallError }) {
  const { hrefOf } = useHere();
  const [, navigate] = useLocation();
  const [id, setId] = useState('');
  return (
    <Empty title="Names, addresses and pages of people are hidden from you.">
      <p>{error.message} An administrator of the workspace can change your role.</p>
      <p>The touches and credit of one conversion can be read without them, by its id or by your own event key.</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim() !== '') navigate(hrefOf('conversion', id.trim()));
        }}
      >
        <label>
          Conversion
          <input type="text" required maxLength={256} value={id} onInput={(event) => setId(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button">
          Show its journey
        </button>
      </form>
    </Empty>
  );
}
