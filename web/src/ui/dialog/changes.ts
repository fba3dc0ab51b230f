type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What is looked for, or typed to confirm an act, is no work. */
const controls = 'input:not([type=search], [data-no-draft]), textarea, select';

function contentOf(control: Control): string {
  if (!(control instanceof HTMLInputElement)) return control.value;
  if (control.type === 'checkbox' || control.type === 'radio') return String(control.checked);
  return control.value;
}

/**
 * Compares the controls of an element with what they were when the person came to them. What was changed in a part that is
 * gone, such as the step before, counts.
 */
export function watchChanges(element: HTMLElement): { has(): boolean; end(): void } {
  const known = new Map<Control, { first: string; last: string }>();
  const look = (): void => {
    for (const control of element.querySelectorAll<Control>(controls)) {
      const last = contentOf(control);
      known.set(control, { first: known.get(control)?.first ?? last, last });
    }
  };
  // Before a control is changed, by a pointer, a key or a program that follows one.
  const before = ['pointerdown', 'focusin', 'keydown'];
  const after = ['input', 'change'];
  look();
  for (const name of before) element.addEventListener(name, look, true);
  for (const name of after) element.addEventListener(name, look);
  return {
    has() {
      look();
      return [...known.values()].some(({ first, last }) => first !== last);
    },
    end() {
      for (const name of before) element.removeEventListener(name, look, true);
      for (const name of after) element.removeEventListener(name, look);
    },
  };
}
