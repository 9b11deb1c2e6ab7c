// The page for users without access to personal data: the hidden part, and a form for the journey of a conversion, which has no person.
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { CallError } from '../../api/client.ts';
import { Hidden } from '../../design/hidden.tsx';
import { useHere } from './here.ts';

export function HiddenPeople({ error }: { error: CallError }) {
  const { hrefOf } = useHere();
  const [, navigate] = useLocation();
  const [id, setId] = useState('');
  return (
    <Hidden title="Names, addresses and pages of people are hidden from you." error={error}>
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
    </Hidden>
  );
}
