import type { Design } from '@sello/contracts';
import type { Row } from '../../scripts/bench.ts';
import {
  execute,
  type History,
  openState,
  redo,
  startHistory,
  undo,
} from '../../web/src/editor/model/index.ts';
import { median } from '../measure/median.ts';

const steps = 1_000;
const rounds = 5;

/** The history after 1,000 changes of a design, each a step of its own. */
function drawn(design: Design): History {
  const [page] = design.pages;
  const ids = page!.elements.map(({ id }) => id);
  let history = startHistory(openState(design));
  for (let step = 0; step < steps; step += 1) {
    const id = ids[step % ids.length] as string;
    const done = execute(history, step * 2_000, 'setProperty', { ids: [id], properties: { x: step / 10 } });
    if (!done.ok) throw new Error(`step ${step} was refused: ${done.refusal.key}`);
    history = done.history;
  }
  if (history.past.length !== steps) throw new Error(`${history.past.length} steps`);
  return history;
}

/** 1,000 changes of a design with 200 elements, then 1,000 steps of undo and as many of redo; ms for all of them. */
export function stepRows(design: Design): Row[] {
  const [changes, back, forth]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= rounds; round += 1) {
    const begun = performance.now();
    let history = drawn(design);
    const changed = performance.now();
    for (let step = 0; step < steps; step += 1) history = undo(history);
    const undone = performance.now();
    if (history.present.design !== design) throw new Error('undo did not lead back to the beginning');
    for (let step = 0; step < steps; step += 1) history = redo(history);
    const redone = performance.now();
    // The first round warms up.
    if (round === 0) continue;
    changes.push(changed - begun);
    back.push(undone - changed);
    forth.push(redone - undone);
  }
  const row = (name: string, times: number[]): Row => ({
    name,
    value: median(times),
    unit: 'ms',
    beside: {},
  });
  return [
    row('1,000 changes of a design with 200 elements, each checked by the limits', changes),
    row('1,000 steps of undo', back),
    row('1,000 steps of redo', forth),
  ];
}
