import { assetsOf, currentDesign } from '@sello/design';
import { familiesOf } from '@sello/render';
import { endedKinds } from '@sello/store';
import type { DeletionContext } from './deletion-context.ts';

type Step = (context: DeletionContext, tenantId: string, signal: AbortSignal) => Promise<void>;

/**
 * Removes an organization's data but what its certificates are verified and printed with: its record, the public half of
 * its signing keys, the revisions that were printed and their pictures and fonts. Objects go before the records that name
 * them, so that an interrupted run finds them again. Its members are last.
 */
export const removeData: Step = async (context, tenantId, signal) => {
  const { endings, domains } = context.store;
  const remove = async (kind: (typeof endedKinds)[number]) => {
    do signal.throwIfAborted();
    while ((await endings.remove(tenantId, kind)) > 0);
  };
  for (const kind of endedKinds) {
    if (kind === 'members') {
      await endings.forgetKeys(tenantId);
      // Another organization may claim it; that it proved who issued the certificates until now is kept.
      await domains.remove(tenantId);
      await removeRevisions(context, tenantId, signal);
      await removeAssets(context, tenantId, signal);
    }
    await remove(kind);
  }
};

const removeRevisions: Step = async ({ store: { endings }, blobs }, tenantId, signal) => {
  for (let after: string | null = ''; after !== null; ) {
    signal.throwIfAborted();
    const { revisions, next } = await endings.unprintedRevisions(tenantId, after);
    for (const key of new Set(revisions.flatMap(({ prefixKeys }) => prefixKeys))) await blobs.delete(key);
    await endings.removeRevisions(
      tenantId,
      revisions.map(({ _id }) => _id),
    );
    after = next;
  }
  await endings.forgetThumbnails(tenantId);
};

const removeAssets: Step = async ({ store: { endings, revisions }, blobs }, tenantId, signal) => {
  const pictures = new Set<string>();
  const families = new Set<string>();
  for await (const { design: stored } of revisions.each(tenantId)) {
    const design = currentDesign(stored);
    for (const assetId of assetsOf(design)) pictures.add(assetId);
    for (const family of familiesOf(design)) families.add(family);
  }
  for (let after: string | null = ''; after !== null; ) {
    signal.throwIfAborted();
    const { assets, next } = await endings.unprintedAssets(tenantId, after, pictures);
    for (const key of await endings.unusedKeys(tenantId, assets)) await blobs.delete(key);
    await endings.removeAssets(
      tenantId,
      assets.map(({ _id }) => _id),
    );
    after = next;
  }
  const fonts = await endings.fonts(tenantId);
  const printed = new Set(fonts.filter(({ family }) => families.has(family)).map(({ key }) => key));
  const unprinted = fonts.filter(({ family }) => !families.has(family));
  for (const { key } of unprinted) if (!printed.has(key)) await blobs.delete(key);
  await endings.removeFonts(
    tenantId,
    unprinted.map(({ _id }) => _id),
  );
};
