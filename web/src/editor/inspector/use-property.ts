import type { DesignElement } from '@sello/contracts';
import type { Properties, PropertyName } from '../model/index.ts';
import { type Shared, sharedOf } from '../parts/shared.ts';
import { useEditor, useEditorState } from '../session/use-editor.ts';
import { elementsOf } from './elements.ts';

type ValueOf<Name extends PropertyName> = NonNullable<Properties[Name]> | Extract<Properties[Name], null>;

export interface Property<Value> {
  /** Undefined when no selected element has it. */
  value: Shared<Value> | undefined;
  set: (value: Value, gesture?: string) => void;
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** A property of the selected elements. Renders again only when its value changes. */
export function useProperty<Name extends PropertyName>(name: Name): Property<ValueOf<Name>> {
  const session = useEditor();
  const value = useEditorState((state) => {
    const owners = elementsOf(state).filter((element) => Object.hasOwn(element, name));
    return sharedOf(owners.map((element) => element[name as keyof DesignElement] as ValueOf<Name>));
  }, isSame);
  return {
    value,
    set: (next, gesture) =>
      session.run('setProperty', {
        properties: { [name]: next } as Properties,
        ...(gesture !== undefined && { gesture }),
      }),
  };
}
