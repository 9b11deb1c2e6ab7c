// The common parts of the forms of a payment.
import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/client.ts';

export type Payment = Schemas['Payment'];

export interface ActionProps {
  payment: Payment;
  close: () => void;
}

export const WriteForm = ({ submit, children }: { submit: () => Promise<void>; children: ComponentChildren }) => (
  <form
    class="form"
    onSubmit={(event) => {
      event.preventDefault();
      void submit();
    }}
  >
    {children}
  </form>
);
