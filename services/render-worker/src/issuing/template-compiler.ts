import type { Design } from '@sello/contracts';
import { assetsOf, type PrintedValues } from '@sello/design';
import { isAppError } from '@sello/kit';
import {
  type AssetSource,
  compile,
  costOf,
  elementWith,
  type FontLibrary,
  type HeavyTemplate,
  isLightDesign,
  isLightRow,
  type OwnFont,
  type RenderThread,
  type Stamped,
  stamp,
  unreadableImage,
} from '@sello/render';
import type { RevisionRecord } from '@sello/store';

/** A compiled design: light ones are stamped in this thread, heavy ones in a render thread that can be terminated. */
export interface CompiledDesign {
  readonly prefix: Uint8Array;
  /** Hex SHA-256 of the prefix. */
  readonly prefixSha256: string;
  readonly pages: number;
  /** Whether stamping this row takes so long that it would block other chunks. */
  isHeavyFor(row: PrintedValues): boolean;
  /** Throws what `stamp` of render throws, and `template_too_heavy` beyond the budget. */
  stamp(row: PrintedValues, signing?: Parameters<typeof stamp>[2]): Promise<Stamped>;
}

/** Where the images of a revision come from. */
export interface ImageSources {
  assets: AssetSource;
  /** The organization's own, by the variables that name them. */
  organization?(): Promise<ReadonlyMap<string, Uint8Array>>;
}

export interface TemplateCompiler {
  /** Compiles. Throws what `compile` of render throws, and `template_too_heavy`. */
  compile(
    tenantId: string,
    revision: Pick<RevisionRecord, '_id' | 'design'>,
    images: ImageSources,
    /** The organization's own fonts that the design names. */
    ownFonts?: readonly OwnFont[],
  ): Promise<CompiledDesign>;
}

/** After so many certificates of a design in a row exceeded the budget, the next ones fail without an attempt. */
const maxOverruns = 3;

export function createTemplateCompiler(fonts: FontLibrary, thread: RenderThread): TemplateCompiler {
  return {
    async compile(tenantId, { _id, design }, { assets, organization }, ownFonts = []) {
      const cost = costOf(design);
      const variableImages = async () => (await organization?.()) ?? new Map<string, Uint8Array>();
      const heavy: HeavyTemplate = {
        owner: tenantId,
        id: [tenantId, _id].join('/'),
        design,
        images: async () => ({
          assets: await imagesOf(design, assets),
          variables: await variableImages(),
        }),
        fonts: async () => ownFonts,
      };
      const compileLight = async () =>
        compile(
          { id: _id, design },
          { fonts: fonts.withOwn(ownFonts), assets, images: await variableImages() },
        );
      const isLight = isLightDesign(cost);
      const compiled = isLight ? await compileLight() : undefined;
      const { prefix, prefixSha256, pages } = compiled ?? (await thread.compile(heavy));
      let overruns = 0;
      let tooHeavy: unknown;

      async function stampInThread(...[row, signing]: Parameters<CompiledDesign['stamp']>): Promise<Stamped> {
        if (overruns >= maxOverruns) throw tooHeavy;
        try {
          const stamped = await thread.stamp(heavy, row, signing);
          overruns = 0;
          return stamped;
        } catch (error) {
          // In a light design only this student's long values are heavy, which says nothing about other rows.
          if (!isLight && isAppError(error, 'template_too_heavy')) {
            overruns++;
            tooHeavy = error;
          }
          throw error;
        }
      }

      const isHeavyFor = (row: PrintedValues) => compiled === undefined || !isLightRow(cost, row);
      return {
        ...{ prefix, prefixSha256, pages, isHeavyFor },
        stamp: (row, signing) =>
          compiled === undefined || isHeavyFor(row)
            ? stampInThread(row, signing)
            : stamp(compiled, row, signing),
      };
    },
  };
}

/** Reads the images for the render thread. Throws `image_unreadable`, as `compile` does. */
export async function imagesOf(design: Design, assets: AssetSource): Promise<Map<string, Uint8Array>> {
  const images = new Map<string, Uint8Array>();
  for (const assetId of assetsOf(design)) {
    try {
      images.set(assetId, await assets.get(assetId));
    } catch (cause) {
      throw unreadableImage(assetId, { cause, element: elementWith(design, { assetId }) });
    }
  }
  return images;
}
