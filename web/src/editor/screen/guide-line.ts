/** The line of a guide that is dragged, over the board; it is no part of the template until it is let go. */
export class GuideLine {
  readonly #board: HTMLElement;
  readonly #line = document.createElement('div');

  constructor(board: HTMLElement) {
    this.#board = board;
  }

  /** Follows the pointer, in CSS pixels of the window. */
  show(axis: 'x' | 'y', { clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>): void {
    const { left, top, width, height } = this.#board.getBoundingClientRect();
    const line = this.#line;
    line.className = 'guide-line';
    line.style.left = `${axis === 'x' ? clientX : left}px`;
    line.style.top = `${axis === 'x' ? top : clientY}px`;
    line.style.width = `${axis === 'x' ? 1 : width}px`;
    line.style.height = `${axis === 'x' ? height : 1}px`;
    if (!line.isConnected) this.#board.parentElement?.append(line);
  }

  hide(): void {
    this.#line.remove();
  }
}
