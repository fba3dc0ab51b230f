import type { Point } from '../../model/index.ts';
import { fileDrop } from '../../session/drag-data.ts';
import type { EditorSession } from '../../session/session.ts';
import { addImage, chosenOf } from './place-image.ts';
import { uploadsOf } from './uploads.ts';

/** Points between images that were dropped together. */
const step = 14;

/** Uploads files that were dropped onto the page or pasted, and places each where it was dropped, or in the middle. */
function receive(session: EditorSession, files: readonly File[], at?: Point): void {
  // The panel shows how far they are, and why one was refused.
  session.setView({ panel: 'images' });
  let placed = 0;
  uploadsOf(session).add(files, (image) => {
    const shift = step * placed++;
    addImage(session, chosenOf(image), at && { x: at.x + shift, y: at.y + shift });
  });
}

/** Takes files for the page until the returned function is called. */
export function receiveFiles(): () => void {
  fileDrop.receive = receive;
  return () => {
    fileDrop.receive = null;
  };
}
