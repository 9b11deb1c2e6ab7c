// Error boundaries: a message in the place of a page or frame that fails while it is drawn; the rest of the workbench remains.
import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';

export function Boundary({ children }: { children: ComponentChildren }) {
  // The browser's console gets the error as it would without the boundary.
  const [error] = useErrorBoundary((failure) => reportError(failure));
  if (error === undefined) return <>{children}</>;
  return (
    <div class="error-block" role="alert">
      <p>This could not be shown: something in the page failed.</p>
      <div class="row">
        <button type="button" class="button" onClick={() => location.reload()}>
          Reload
        </button>
        <a class="button" href="/console">
          Open the first page
        </a>
      </div>
    </div>
  );
}
