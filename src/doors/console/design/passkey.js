// Lets the browser answer for a passkey, and sends the form with the answer.
const place = document.querySelector('[data-passkey]');
const form = place?.querySelector('form');
const fault = place?.querySelector('[data-fault]');

function say(text) {
  if (fault) fault.textContent = text;
}

async function answer() {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(place.dataset.passkey));
  const credential = await navigator.credentials.get({ publicKey });
  form.elements.namedItem('credential').value = JSON.stringify(credential.toJSON());
  form.submit();
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  if (typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== 'function') {
    say('This browser knows no passkeys. Sign in with a password.');
    return;
  }
  say('');
  answer().catch(() => say('No passkey was used. Try again, or sign in with a password.'));
});
