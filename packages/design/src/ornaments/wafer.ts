import { numbers, polar } from './path-data.ts';

/** The edge of a wafer seal around the origin: `lobes` round lobes between two radii. */
export function waferEdge(lobes: number, inner: number, outer: number): string {
  const step = (2 * Math.PI) / lobes;
  let d = `M${numbers(polar(-step / 2, inner))}`;
  for (let lobe = 0; lobe < lobes; lobe += 1) {
    const angle = lobe * step;
    // Control points beyond the crest, so that the curve touches the outer radius.
    const reach = inner + ((outer - inner) * 4) / 3;
    d += `C${numbers([
      ...polar(angle - step * 0.42, reach),
      ...polar(angle + step * 0.42, reach),
      ...polar(angle + step / 2, inner),
    ])}`;
  }
  return `${d}Z`;
}
