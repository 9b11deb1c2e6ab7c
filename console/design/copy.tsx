// Text to take away: a button that copies it, and a secret that is shown once.
import { useState } from 'preact/hooks';

const SHOWN_MS = 2_000;

export function CopyButton({ text, about }: { text: string; about: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard?.writeText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), SHOWN_MS);
      },
      () => undefined,
    );
  };
  return (
    <button type="button" class="button" aria-label={`Copy ${about}`} onClick={copy}>
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}

/** A text in full with its button below. */
export const Snippet = ({ text, about }: { text: string; about: string }) => (
  <div class="snippet">
    <section class="snippet-text" tabIndex={0} aria-label={`Text of ${about}`}>
      <pre>{text}</pre>
    </section>
    <CopyButton text={text} about={about} />
  </div>
);

/** A secret of which only this answer has the text. */
export const SecretOnce = ({ name, secret }: { name: string; secret: string }) => (
  <div class="secret" role="status">
    <p>
      <b>{name}</b>: keep this now. It is not shown again.
    </p>
    <Snippet text={secret} about={`the secret of ${name}`} />
  </div>
);
