import type { DesignElement } from '@sello/contracts';
import type { Box } from '@sello/design';
import { withBox } from './scale.ts';

type KeysOf<One> = One extends unknown ? keyof One : never;
type ValueOf<One, Name> = One extends unknown ? (Name extends keyof One ? One[Name] : never) : never;

/** Every property of any element that a person can change. */
export type PropertyName = Exclude<KeysOf<DesignElement>, 'id' | 'type' | 'elements'>;
/** New values of properties; an element takes those that its type has. */
export type Properties = { readonly [Name in PropertyName]?: ValueOf<DesignElement, Name> | undefined };

const boxNames: readonly string[] = ['x', 'y', 'width', 'height', 'rotation'] satisfies (keyof Box)[];

/** An element with new values of the properties that its type has; the same one when nothing changes. */
export function withProperties(element: DesignElement, properties: Properties): DesignElement {
  const own = element as unknown as Record<string, unknown>;
  const changed = Object.entries(properties).filter(
    ([name, value]) => Object.hasOwn(own, name) && value !== undefined && own[name] !== value,
  );
  if (changed.length === 0) return element;
  const box = changed.filter(([name]) => boxNames.includes(name));
  const others = changed.filter(([name]) => !boxNames.includes(name));
  const next = { ...element, ...Object.fromEntries(others) } as DesignElement;
  return box.length > 0 ? withBox(next, Object.fromEntries(box) as Partial<Box>) : next;
}

/** The value of a property that all elements with it share; null when they differ, undefined when none has it. */
export function sharedValue<Name extends PropertyName>(
  elements: readonly DesignElement[],
  name: Name,
): ValueOf<DesignElement, Name> | null | undefined {
  const values = elements
    .filter((element) => Object.hasOwn(element, name))
    .map((element) => (element as unknown as Record<string, unknown>)[name]);
  if (values.length === 0) return undefined;
  const isShared = values.every((value) => value === values[0]);
  return isShared ? (values[0] as ValueOf<DesignElement, Name>) : null;
}
