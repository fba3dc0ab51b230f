import type { Design } from '@sello/contracts';
import { useCallback, useEffect, useState } from 'react';
import { clientOf } from '../../api/tenant-client.ts';
import { useTenancy } from '../../tenancy/useTenancy.ts';
import { imageFilesOf } from '../canvas/api-images.ts';
import { type Images, openImages } from '../canvas/images.ts';
import { type PageTools, pageTools } from '../canvas/page-tools.ts';
import { apiFontFiles } from '../fonts/api-files.ts';
import { openFonts } from '../fonts/fonts.ts';
import { samplesOf } from '../samples.ts';

export type Tools =
  | { state: 'pending' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'open'; tools: PageTools; images: Images; retry: () => void };

/** What drawing the pages of a design needs, with samples of its variables. A retry begins anew. */
export function usePageTools(design: Design): Tools {
  const { tenant } = useTenancy();
  const { name = '', publicName = '' } = tenant ?? {};
  const [opened, setOpened] = useState<Tools>({ state: 'pending' });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is made anew because of its number.
  useEffect(() => {
    let isOver = false;
    const client = clientOf(tenant?._id ?? null);
    const images = openImages(imageFilesOf(client, tenant));
    setOpened({ state: 'pending' });
    openFonts(apiFontFiles(client)).then(
      (fonts) => {
        if (isOver) return;
        const values = samplesOf(design, { name, publicName });
        setOpened({ state: 'open', tools: pageTools(design, values, fonts, images), images, retry });
      },
      (error: unknown) => {
        if (!isOver) setOpened({ state: 'failed', error, retry });
      },
    );
    return () => {
      isOver = true;
      images.close();
    };
  }, [design, tenant, attempt, retry]);
  return opened;
}
