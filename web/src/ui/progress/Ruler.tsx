import type { CSSProperties } from 'react';

interface Props {
  label: string;
  total: number;
  done: number;
  failed: number;
  state: 'running' | 'done' | 'stopped';
  /** Labels below the ruler, from left to right. */
  scale?: readonly string[];
}

/** The progress bar of a batch over a ruler: vermilion while running, the failed share in crimson at its end. */
export function Ruler({ label, total, done, failed, state, scale }: Props) {
  const share = (count: number): number => (total > 0 ? (100 * count) / total : 0);
  const style = { '--at': `${share(done)}%`, '--lost': `${share(failed)}%` } as CSSProperties;
  const kind = state === 'running' ? 'bar' : state === 'done' ? 'bar bar--done' : 'bar bar--stopped';
  return (
    <>
      <div
        className={kind}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share(done + failed))}
        style={style}
      >
        <i />
        {failed > 0 ? <u /> : null}
      </div>
      <svg className="ticks" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
        <path d={ticks} stroke="currentColor" strokeWidth="1" vectorEffect="non-scaling-stroke" fill="none" />
      </svg>
      {scale ? (
        <div className="scale" aria-hidden="true">
          {scale.map((figure) => (
            <span key={figure}>{figure}</span>
          ))}
        </div>
      ) : null}
    </>
  );
}

/** A tick at each hundredth, taller at each tenth, tallest at the ends and the middle. */
const ticks = Array.from({ length: 101 }, (_, hundredth) => {
  const height = hundredth % 50 === 0 ? 8 : hundredth % 10 === 0 ? 7 : 4;
  return `M${hundredth * 10} 0V${height}`;
}).join('');
