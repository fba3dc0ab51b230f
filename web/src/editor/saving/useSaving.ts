import type { PrintedValues } from '@sello/design';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signIn } from '../../auth/index.ts';
import { interrupted, session as signedIn } from '../../auth/session.ts';
import { causeOf } from '../../errors/describe.ts';
import type { Store } from '../../state/store.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { toast } from '../../ui/toast/queue.ts';
import type { CanvasView } from '../canvas/view.ts';
import { samplesOf } from '../samples.ts';
import { createSaving, type EditorFile, type SavedSession, type Saving } from './saving.ts';

/** What saving needs of the editor's session. */
export interface EditedSession extends SavedSession {
  readonly canvas: Store<CanvasView | null>;
  readonly tenant: PrintedValues['tenant'];
}

const isSignedIn = (): boolean => signedIn.get().status === 'signed-in';

/** Saves the document of a session while the component is mounted. */
export function useSaving(session: EditedSession, file: EditorFile): Saving {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const pathTo = usePathTo();
  const [saving] = useState(() => {
    let hasFailed = false;
    return createSaving({
      ...{ session, file, isSignedIn },
      onCreated(id) {
        const path =
          file.kind === 'catalog' ? pathTo('entry', { entryId: id }) : pathTo('template', { templateId: id });
        // Not by the router, which would open it anew.
        history.replaceState(history.state, '', path);
      },
      async draw(pageId, width, of = session.document()) {
        const { design } = of;
        const canvas = session.canvas.get();
        const values = samplesOf(design, session.tenant);
        return canvas ? canvas.toPublicPng(pageId, width, values, design) : null;
      },
      onSaved() {
        hasFailed = false;
        // Read anew when they are shown again; nothing of them is on the screen now.
        void queries.invalidateQueries({ queryKey: ['templates'], refetchType: 'none' });
      },
      onThumbnailFailed(error) {
        if (hasFailed) return;
        hasFailed = true;
        toast({ tone: 'warn', title: t('errors.upload_failed'), text: causeOf(error, t) });
      },
    });
  });
  useEffect(() => {
    const stopSaving = saving.start();
    const stopSession = signedIn.subscribe(() => {
      const { status } = signedIn.get();
      if (status === 'signed-in') {
        file.drafts.reopen();
        saving.saver.retry();
      } else if (status === 'signed-out') {
        // The session ended by itself; the page of the editor gives way to one that says so.
        const { isKept } = saving.saver.state.get();
        interrupted.set(saving.saver.isUnsaved && isKept && !file.drafts.areForgotten);
        void saving.saver.flush();
      }
    });
    return () => {
      stopSession();
      stopSaving();
    };
  }, [saving, file]);
  return saving;
}

/** Signs in, and comes back to this page, which opens with what this browser kept. */
export function signInAgain(): void {
  void signIn(`${location.pathname}${location.search}`);
}
