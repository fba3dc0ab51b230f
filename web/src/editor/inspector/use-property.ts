import type { DesignElement } from '@sello/contracts';
import type { Properties, PropertyName } from '../model/index.ts';
import { type Shared, sharedOf } from '../parts/shared.ts';
import { useEditor } from '../session/use-editor.ts';
import { useElements } from './elements-context.ts';

type ValueOf<Name extends PropertyName> = NonNullable<Properties[Name]> | Extract<Properties[Name], null>;

export interface Property<Value> {
  /** Undefined when no selected element has it. */
  value: Shared<Value> | undefined;
  set: (value: Value, gesture?: string) => void;
}

/** A property of the selected elements. */
export function useProperty<Name extends PropertyName>(name: Name): Property<ValueOf<Name>> {
  const session = useEditor();
  const values = useElements()
    .filter((element) => Object.hasOwn(element, name))
    .map((element) => element[name as keyof DesignElement] as ValueOf<Name>);
  return {
    value: sharedOf(values),
    set: (value, gesture) =>
      session.run('setProperty', {
        properties: { [name]: value } as Properties,
        ...(gesture !== undefined && { gesture }),
      }),
  };
}
