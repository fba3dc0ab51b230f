import { type Design, specimenCertId, verifyUrl } from '@sello/contracts';
import { sampleValues, withoutAssets } from '@sello/design';
import { AppError, isAppError } from '@sello/kit';
import {
  costOf,
  createRenderThread,
  isLightDesign,
  type OwnFont,
  type RenderThreadOptions,
} from '@sello/render';

/** Checks that a template can be rendered within the budget, before it is saved. */
export interface TemplateCheck {
  /** Throws `template_too_heavy` when a certificate would exceed the budget, `rate_limited` when the queue is full. */
  run(tenantId: string, design: Design): Promise<void>;
  close(): Promise<void>;
}

/** The maximum number of concurrent checks in one process; they are queued for one thread. */
const maxWaiting = 20;
const tenant = { name: 'Organization', publicName: 'Organization' };

/**
 * Light designs are recognized by their cost and not rendered. Others are compiled and stamped once with sample values,
 * in a thread that is terminated when the budget is exceeded. Other errors of a design do not prevent saving it.
 */
export function createTemplateCheck({
  ownFonts,
  ...options
}: RenderThreadOptions & {
  /** The organization's own fonts that a design names. */
  ownFonts(tenantId: string, design: Design): Promise<OwnFont[]>;
}): TemplateCheck {
  const thread = createRenderThread(options);
  let waiting = 0;
  let checks = 0;

  return {
    async run(tenantId, design) {
      if (isLightDesign(costOf(design))) return;
      if (waiting >= maxWaiting) throw new AppError('rate_limited', { details: { retryAfter: 10 } });
      waiting++;
      checks++;
      const heavy = {
        owner: tenantId,
        id: `check ${checks}`,
        // Without images: they are compiled once for all certificates, and reading them would need the object store.
        design: withoutAssets(design),
        images: async () => ({ assets: new Map(), variables: new Map() }),
        fonts: () => ownFonts(tenantId, design),
      };
      try {
        await thread.compile(heavy);
        await thread.stamp(
          heavy,
          sampleValues(design, tenant, verifyUrl(specimenCertId, 'https://sello.example')),
        );
      } catch (error) {
        if (isAppError(error, 'template_too_heavy') || !isAppError(error)) throw error;
      } finally {
        waiting--;
      }
    },
    close: () => thread.close(),
  };
}
