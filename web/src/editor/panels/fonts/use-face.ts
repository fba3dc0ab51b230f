import { useEffect, useState } from 'react';
import { useEditor } from '../../session/use-editor.ts';
import { shownFace } from './faces.ts';

/** The CSS family that shows a face, once it is wanted and its file is there; undefined until then. */
export function useFace(sha256: string | undefined, isWanted: boolean): string | undefined {
  const session = useEditor();
  const [family, setFamily] = useState<string>();
  useEffect(() => {
    if (!isWanted || sha256 === undefined || !('FontFace' in globalThis)) return;
    let isOver = false;
    // Without its face the name stands in that of the interface.
    shownFace(session, sha256).then(
      (name) => isOver || setFamily(name),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [session, sha256, isWanted]);
  return family;
}
