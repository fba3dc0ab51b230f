import { ownColorOf, sealPaint } from '@sello/design';
import { useTranslation } from 'react-i18next';
import type { PropertyName } from '../model/index.ts';
import { ColorField } from '../parts/ColorField.tsx';
import { ContentField } from '../parts/ContentField.tsx';
import { NumberUnit } from '../parts/NumberUnit.tsx';
import { Segments } from '../parts/Segments.tsx';
import { SelectUnit } from '../parts/SelectUnit.tsx';
import { mixed, type Shared } from '../parts/shared.ts';
import { Toggle } from '../parts/Toggle.tsx';
import { colorsId } from './elements.ts';
import { type Property, useProperty } from './use-property.ts';

interface Of {
  of: PropertyName;
  label: string;
  name?: string;
}

type Numeric = Omit<React.ComponentProps<typeof NumberUnit>, 'property' | 'value' | 'onChange' | 'onClear'>;

/** A number of the selected elements; `factor` is what one of them is shown as. Nothing when none has it. */
export function NumberOf({
  of,
  factor = 1,
  isOptional = false,
  ...rest
}: Of & Numeric & { factor?: number; isOptional?: boolean }) {
  const { value, set } = useProperty(of) as unknown as Property<number | null>;
  if (value === undefined) return null;
  return (
    <NumberUnit
      {...rest}
      property={of}
      value={typeof value === 'number' ? value * factor : value}
      onChange={(next, gesture) => set(next / factor, gesture)}
      onClear={isOptional ? () => set(null) : undefined}
    />
  );
}

/** A colour of the selected elements. */
export function ColorOf({ of, label, name, isOptional = false }: Of & { isOptional?: boolean }) {
  const { value, set } = useProperty(of) as unknown as Property<string | null>;
  if (value === undefined) return null;
  return (
    <ColorField
      {...{ label, name, value }}
      property={of}
      list={colorsId}
      onChange={set}
      onClear={isOptional ? () => set(null) : undefined}
    />
  );
}

/** Whether a colour of the selected elements gives way to the organization's seal colour. Nothing when they differ. */
export function SealOf({ of, label }: { of: 'fill' | 'stroke'; label: string }) {
  const { value, set } = useProperty(of);
  if (typeof value !== 'string') return null;
  const own = ownColorOf(value);
  return (
    <Toggle
      property={of}
      value={own !== undefined}
      onChange={(isSeal) => set(isSeal ? sealPaint(own ?? value) : (own ?? value))}
    >
      {label}
    </Toggle>
  );
}

interface Options {
  options: readonly { value: string; label: string }[];
}

/** A choice of the selected elements. */
export function SelectOf({ of, label, name, options }: Of & Options) {
  const { value, set } = useProperty(of) as unknown as Property<string>;
  if (value === undefined) return null;
  return <SelectUnit {...{ label, name, value, options }} property={of} onChange={(next) => set(next)} />;
}

export function SegmentsOf({ of, label, options }: Of & Options) {
  const { value, set } = useProperty(of) as unknown as Property<string>;
  if (value === undefined) return null;
  return (
    <Segments
      {...{ label, value }}
      property={of}
      options={options.map((option) => ({ value: option.value, content: option.label }))}
      onChange={(next) => set(next)}
    />
  );
}

export function ToggleOf({ of, label }: Of) {
  const { value, set } = useProperty(of) as unknown as Property<boolean>;
  if (value === undefined) return null;
  return (
    <Toggle property={of} value={value} onChange={(next) => set(next)}>
      {label}
    </Toggle>
  );
}

export function ContentOf({
  of,
  ...rest
}: Of & Omit<React.ComponentProps<typeof ContentField>, 'property' | 'value' | 'onChange'>) {
  const { value, set } = useProperty(of) as unknown as Property<string>;
  if (value === undefined) return null;
  return <ContentField {...rest} property={of} value={value} onChange={(next) => set(next)} />;
}

/** The alternative text. */
export function AltOf() {
  const { t } = useTranslation();
  return (
    <ContentOf
      of="alt"
      label={t('editorInspector.alt')}
      placeholder={t('editorInspector.decorative')}
      maxLength={500}
    />
  );
}

/** The value that a control shows of one that may be read from another property. */
export const mapShared = <From, To>(value: Shared<From>, map: (value: From) => To): Shared<To> =>
  value === mixed ? mixed : map(value as From);
