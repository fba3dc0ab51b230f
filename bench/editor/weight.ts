import { join } from 'node:path';
import type { Row } from '../../scripts/bench.ts';
import { firstLoad, gzipSize } from '../../scripts/web/sizes.ts';

const dist = join(import.meta.dirname, '../../web/dist');
const begins = ['src/app/start.tsx', 'src/app/routes/router.tsx', 'src/app/frames/EditorFrame.tsx'];

/** What the editor's pages load more than the list of templates does, in kilobytes of gzip. The web must have been built. */
export function weightRows(): Row[] {
  const of = (screen: string) => firstLoad(dist, [...begins, screen]);
  const list = new Set(of('src/features/templates/TemplatesScreen.tsx'));
  const editor = of('src/app/editing/editing.tsx');
  const own = [...editor].filter((file) => !list.has(file));
  return [
    {
      name: 'files of the editor that its pages alone load, gzip',
      value: gzipSize(dist, own),
      unit: 'KB',
      beside: {},
    },
    {
      name: 'files that an editor page loads first, gzip',
      value: gzipSize(dist, editor),
      unit: 'KB',
      beside: {},
    },
  ];
}
