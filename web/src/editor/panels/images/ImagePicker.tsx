import { deferDialog } from '../../../ui/dialog/deferDialog.tsx';
import type { ImagePickerProps } from './ImageChooser.tsx';

/** A dialog that lets the person choose or upload an image; it closes when one is chosen. Loaded when it is opened. */
export const ImagePicker = deferDialog<ImagePickerProps>(
  async () => (await import('./ImageChooser.tsx')).ImageChooser,
);
