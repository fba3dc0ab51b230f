const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/**
 * Lets the keyboard scroll what is longer than a dialog: its body takes the focus while it scrolls and nothing in it does
 * (WCAG 2.1.1; not every browser does so by itself). Returns what ends it.
 */
export function scrollByKeyboard(dialog: HTMLElement): () => void {
  if (!('ResizeObserver' in globalThis)) return () => undefined;
  const update = (): void => {
    for (const body of dialog.querySelectorAll<HTMLElement>('.body')) {
      const isLonger = body.scrollHeight > body.clientHeight + 1;
      if (isLonger && !body.querySelector(focusable)) {
        body.tabIndex = 0;
        body.setAttribute('role', 'group');
        body.setAttribute('aria-labelledby', dialog.getAttribute('aria-labelledby') ?? '');
      } else if (body.tabIndex === 0) {
        for (const name of ['tabindex', 'role', 'aria-labelledby']) body.removeAttribute(name);
      }
    }
  };
  const sizes = new ResizeObserver(update);
  const watch = (): void => {
    update();
    for (const body of dialog.querySelectorAll('.body, .body > *')) sizes.observe(body);
  };
  const content = new MutationObserver(watch);
  content.observe(dialog, { childList: true, subtree: true });
  watch();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
