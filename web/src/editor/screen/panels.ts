import type { ComponentType } from 'react';
import { BlocksPanel } from '../panels/blocks/BlocksPanel.tsx';
import { ElementsPanel } from '../panels/elements/ElementsPanel.tsx';
import { FontsPanel } from '../panels/fonts/FontsPanel.tsx';
import { ImagesPanel } from '../panels/images/ImagesPanel.tsx';
import { LayersPanel } from '../panels/layers/LayersPanel.tsx';
import { PagesPanel } from '../panels/pages/PagesPanel.tsx';
import { TextPanel } from '../panels/text/TextPanel.tsx';
import { VariablesPanel } from '../panels/variables/VariablesPanel.tsx';
import type { PanelName } from '../session/view-state.ts';

/** The panels at the left: each renders its head (`.hd` with an `h2`) and its content into the `aside`. */
export const panels: Record<PanelName, ComponentType> = {
  pages: PagesPanel,
  layers: LayersPanel,
  elements: ElementsPanel,
  text: TextPanel,
  images: ImagesPanel,
  variables: VariablesPanel,
  blocks: BlocksPanel,
  fonts: FontsPanel,
};
