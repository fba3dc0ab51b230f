import type { Page } from 'playwright-core';

/** Of the page, in which `watchShifts` and the functions given to `evaluate` run. */
declare global {
  interface Window {
    layoutShift?: number;
  }
}

/** Adds up how far the layout shifts without a person's doing. Runs in the page, before anything else. */
export function watchShifts(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) window.layoutShift! += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

export async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShift ?? 0);
}

/**
 * Controls that a finger does not hit within 44 px around their middle, as felt: a label, and what is drawn around a control
 * to be pressed, count. A link within a sentence is exempt (WCAG 2.5.8), and so is what another control covers.
 */
export async function fingerTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44;
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'button, a[href], input:not([type=hidden], [type=file]), select, textarea, [role=menuitem]',
      ),
    ];
    const isInSentence = (control: HTMLElement): boolean => {
      if (!control.matches('a, .link')) return false;
      const around = control.parentElement?.closest('p, li, dd, td, small, .hint, label, output');
      return (around?.textContent?.trim().length ?? 0) > (control.textContent?.trim().length ?? 0);
    };
    const isHit = (control: HTMLElement, x: number, y: number): boolean => {
      const at = document.elementFromPoint(x, y);
      if (!at) return false;
      const label = control.closest('label') ?? document.querySelector(`label[for="${control.id || '-'}"]`);
      return control.contains(at) || (label?.contains(at) ?? false);
    };
    const small: string[] = [];
    for (const control of controls) {
      if (control.closest('[inert], [aria-hidden=true], [hidden]') || control.matches(':disabled')) continue;
      if (isInSentence(control)) continue;
      control.scrollIntoView({ block: 'center', inline: 'nearest' });
      const label = control.matches('[type=checkbox], [type=radio]') ? control.closest('label') : null;
      const box = (label ?? control).getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      // Out of sight, or under a dialog.
      if (box.width < 2 || box.height < 2 || !isHit(control, x, y)) continue;
      const half = least / 2 - 1;
      const isWide = box.width >= least - 1 || (isHit(control, x - half, y) && isHit(control, x + half, y));
      const isHigh = box.height >= least - 1 || (isHit(control, x, y - half) && isHit(control, x, y + half));
      if (isWide && isHigh) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
      small.push(
        `below 44 px: ${control.tagName.toLowerCase()}.${control.className} “${name.trim().slice(0, 30)}” ${Math.round(box.width)} × ${Math.round(box.height)}`,
      );
    }
    window.scrollTo(0, 0);
    return small;
  });
}
