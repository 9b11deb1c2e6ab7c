// A component that comes when it is first shown: the first load is for what every page shows.
import type { ComponentChild, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { OnItsWay } from './states.tsx';

/** @param until What is in its place before. */
export const lazily = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  until: ComponentChild = <OnItsWay />,
): ComponentType<Props> =>
  function Lazy(props: Props) {
    const [found, setFound] = useState<{ View: ComponentType<Props> }>();
    useEffect(() => {
      load().then((View) => setFound({ View }));
    }, []);
    return found ? <found.View {...props} /> : <>{until}</>;
  };
