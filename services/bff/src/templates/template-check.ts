import { type Design, verifyUrl } from '@sello/contracts';
import { sampleValues, withoutAssets } from '@sello/design';
import { AppError, isAppError } from '@sello/kit';
import { costOf, createRenderThread, isLightDesign, type RenderThreadOptions } from '@sello/render';

/** Checks before a template is saved that it can be rendered within the budget. */
export interface TemplateCheck {
  /** Throws `template_too_heavy` when a certificate of it would go beyond the budget. */
  run(tenantId: string, design: Design): Promise<void>;
  close(): Promise<void>;
}

/** The most saves that wait for their check, in one process. */
const waitingAtMost = 20;
const tenant = { name: 'Organization', publicName: 'Organization' };

/**
 * Light designs are recognised by their cost and not rendered; the others are compiled and stamped once with sample
 * values, on a thread that is terminated when the budget is used up. Other errors of a design do not prevent saving it.
 */
export function createTemplateCheck(options: RenderThreadOptions): TemplateCheck {
  const thread = createRenderThread(options);
  let waiting = 0;
  let checks = 0;

  return {
    async run(tenantId, design) {
      if (isLightDesign(costOf(design))) return;
      if (waiting >= waitingAtMost) throw new AppError('rate_limited', { details: { retryAfter: 10 } });
      waiting++;
      checks++;
      const heavy = {
        owner: tenantId,
        id: `check ${checks}`,
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
