import { needTexts } from '../../../../i18n/index.ts';
import { deferred, useDeferred } from '../../../../ui/deferred/deferred.ts';
import { Skeleton } from '../../../../ui/skeleton/Skeleton.tsx';
import type { CheckProps } from './CheckStep.tsx';

const step = deferred(async () => {
  const [{ CheckStep }] = await Promise.all([import('./CheckStep.tsx'), needTexts(['preflight'])]);
  return CheckStep;
});

/** The check before printing; its code and texts are loaded when it is opened. */
export function Check(props: CheckProps) {
  const Step = useDeferred(step, true, 5_000);
  if (typeof Step === 'string') {
    return (
      <section className="body" aria-busy="true">
        <Skeleton />
      </section>
    );
  }
  return <Step {...props} />;
}
