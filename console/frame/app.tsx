// The workbench: the frame around the page that the address names. The view of a page is loaded when it is first opened.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { lazily } from '../design/lazy.tsx';
import { ErrorBlock, Skeleton } from '../design/states.tsx';
import { ReceiptsProvider } from '../receipts/provider.tsx';
import { AwayBar } from './away.tsx';
import { Boundary } from './boundary.tsx';
import { KeysProvider } from './keys.tsx';
import { BottomBar, Navigation } from './navigation.tsx';
import type { ListedPage } from './page.ts';
import { Palette } from './palette.tsx';
import { type Place, PlaceProvider, useReadPlace } from './place.tsx';
import { QuestionBar } from './question-bar.tsx';
import { ViewsMenu } from './views.tsx';

const CompletenessLine = lazily(() => import('../completeness/line.tsx').then((found) => found.CompletenessLine));

export const App = () => (
  <Boundary>
    <Workbench />
  </Boundary>
);

function Workbench() {
  const { place, error } = useReadPlace();
  if (error)
    return (
      <main class="content">
        <ErrorBlock error={error} retry={() => location.reload()} />
      </main>
    );
  if (!place) return <FrameSkeleton />;
  return (
    <PlaceProvider place={place}>
      <KeysProvider>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <div class="frame">
          <Navigation />
          <Content place={place} />
          <BottomBar />
        </div>
      </KeysProvider>
    </PlaceProvider>
  );
}

const FrameSkeleton = () => (
  <div class="frame">
    <div class="side" />
    <main class="content">
      <Skeleton lines={8} />
    </main>
  </div>
);

function Content({ place }: { place: Place }) {
  const { page, profile } = place;
  const title = page?.title ?? 'Not found';
  useEffect(() => {
    document.title = `${title}${profile ? ` · ${profile.name}` : ''} · Tributary`;
  }, [title, profile]);
  return (
    <main id="content" class="content" tabindex={-1}>
      <header class="page-head">
        <div class="page-title">
          <h1>{title}</h1>
          <div class="tools">
            {page && page.controls.length > 0 && profile && <ViewsMenu />}
            <Palette />
          </div>
        </div>
        {page && profile && (
          <Boundary key={page.name}>
            <QuestionBar controls={page.controls} />
          </Boundary>
        )}
        <AwayBar />
      </header>
      <div class="page">
        <ReceiptsProvider>
          {page?.scope === 'profile' && profile && (
            <Boundary key={`completeness ${place.id}`}>
              <CompletenessLine />
            </Boundary>
          )}
          <Boundary key={`${page?.name} ${place.id}`}>
            <ChosenPage place={place} />
          </Boundary>
        </ReceiptsProvider>
      </div>
    </main>
  );
}

function ChosenPage({ place: { page, id, profile } }: { place: Place }) {
  if (!page) return <p>There is no such page.</p>;
  if (page.scope === 'profile' && !profile) return <p>There is no such profile, or you may not open it.</p>;
  return <PageView key={`${page.name} ${id}`} page={page} />;
}

/** Views that were loaded once are there at once. */
type Loadable = { view: ComponentType } | { failed: true } | undefined;

function PageView({ page }: { page: ListedPage }) {
  const [loaded, setLoaded] = useState<Loadable>();
  useEffect(() => {
    page.load().then(
      (module) => setLoaded({ view: module.default }),
      () => setLoaded({ failed: true }),
    );
  }, [page]);
  if (!loaded) return <Skeleton lines={8} />;
  if ('failed' in loaded)
    return (
      <div class="error-block" role="alert">
        <p>This page could not be loaded: the service has a newer version, or does not answer.</p>
        <button type="button" class="button" onClick={() => location.reload()}>
          Reload
        </button>
      </div>
    );
  const View = loaded.view;
  return <View />;
}
