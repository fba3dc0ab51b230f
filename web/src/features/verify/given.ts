import type { GivenAnswer } from '@sello/contracts';

/** The id of the data block with the answer in a page that the server has written. */
const blockId = 'given-answer';
/** The age at which an answer of the page is asked for again, ms. */
const staleMs = 60_000;

let given: GivenAnswer | undefined;

/** Sets the answer of the page that is rendered next, on a server. */
export function giveAnswer(answer: GivenAnswer | undefined): void {
  given = answer;
}

/** The answer that the server wrote into this page, if it is the one for this reference and not old. */
export function givenAnswer(reference: string): GivenAnswer | undefined {
  const answer = given ?? readBlock();
  if (answer?.reference !== reference) return undefined;
  return Math.abs(Date.now() - answer.at) < staleMs ? answer : undefined;
}

function readBlock(): GivenAnswer | undefined {
  const block = 'document' in globalThis ? document.getElementById?.(blockId) : undefined;
  if (!block) return undefined;
  given = JSON.parse(block.textContent) as GivenAnswer;
  block.remove();
  return given;
}
