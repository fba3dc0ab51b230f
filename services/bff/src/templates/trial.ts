import { type Design, verifyUrl } from '@sello/contracts';
import { sampleValues, withoutAssets } from '@sello/design';
import { AppError, isAppError } from '@sello/kit';
import { createRenderThread, isLightDesign, type RenderThreadOptions, weightOf } from '@sello/render';

/** Tries a template before it is saved. */
export interface TemplateTrial {
  /** Throws `template_too_heavy` when a certificate of it would go beyond the budget. */
  check(tenantId: string, design: Design): Promise<void>;
  close(): Promise<void>;
}

/** Saves that wait for their trial at most, in one process. */
const waitingAtMost = 20;
const tenant = { name: 'Organization', publicName: 'Organization' };

/**
 * Light designs are known by their weight and not tried; the others are compiled and stamped once with sample values, on
 * a thread that is ended when the budget is used up. What else may be wrong with a design is no reason not to save it.
 */
export function createTemplateTrial(options: RenderThreadOptions): TemplateTrial {
  const thread = createRenderThread(options);
  let waiting = 0;
  let trials = 0;

  return {
    async check(tenantId, design) {
      if (isLightDesign(weightOf(design))) return;
      if (waiting >= waitingAtMost) throw new AppError('rate_limited', { details: { retryAfter: 10 } });
      waiting++;
      trials++;
      const heavy = {
        owner: tenantId,
        id: `trial ${trials}`,
        // Images are written once for all certificates, and their bytes are with the object store.
        design: withoutAssets(design),
        images: async () => new Map<string, Uint8Array>(),
      };
      try {
        await thread.compile(heavy);
        await thread.stamp(heavy, sampleValues(design, tenant, verifyUrl('0', 'https://sello.example')));
      } catch (error) {
        if (isAppError(error, 'template_too_heavy') || !isAppError(error)) throw error;
      } finally {
        waiting--;
      }
    },
    close: () => thread.close(),
  };
}
