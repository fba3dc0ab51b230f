import type { Page, Request } from 'playwright-core';

/** Of the page, in which `watchShifts` and the functions given to `evaluate` run. */
declare global {
  interface Window {
    layoutShift?: number;
    /** What moved by how many pixels, for the message. */
    moved?: string[];
  }
}

/** Adds up how far the layout shifts without a person's doing. Runs in the page, before anything else. */
export function watchShifts(): void {
  window.layoutShift = 0;
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      window.layoutShift! += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = element ? `${element.tagName.toLowerCase()}.${element.className}` : 'a removed part';
        window.moved!.push(
          `[${entry.value.toFixed(3)} ${Math.round(entry.startTime)}] ${name} ${Math.round(previousRect.x)},${Math.round(previousRect.y)},${Math.round(previousRect.width)} → ${Math.round(currentRect.x)},${Math.round(currentRect.y)},${Math.round(currentRect.width)}`,
        );
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The requests of a page, without those that a scene leaves without an answer on purpose. */
export interface Requests {
  /** How many were made. */
  readonly made: number;
  /** Resolves once none is open, or after `limitMs`. */
  idle(limitMs: number): Promise<void>;
}

export function watchRequests(page: Page, isHeld: (url: URL) => boolean): Requests {
  const open = new Set<Request>();
  let made = 0;
  let onIdle = (): void => {};
  page.on('request', (request) => {
    if (isHeld(new URL(request.url()))) return;
    open.add(request);
    made++;
  });
  const over = (request: Request): void => {
    open.delete(request);
    if (open.size === 0) onIdle();
  };
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return {
    get made() {
      return made;
    },
    idle: (limitMs) =>
      new Promise((done) => {
        const limit = setTimeout(done, limitMs);
        onIdle = () => {
          clearTimeout(limit);
          done();
        };
        if (open.size === 0) onIdle();
      }),
  };
}

/** The cumulative layout shift, and what moved (vertical positions in CSS pixels). */
export async function shiftOf(page: Page): Promise<{ value: number; moved: string[] }> {
  return page.evaluate(() => ({ value: window.layoutShift ?? 0, moved: window.moved ?? [] }));
}

/** A page has one heading of the first level, by which a screen reader names and reaches it. */
export async function mainHeading(page: Page): Promise<string[]> {
  const headings = await page.locator('h1').allTextContents();
  return headings.length === 1
    ? []
    : [`has ${headings.length} headings of the first level: ${headings.join(' | ')}`];
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
