import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The test files that take longest on two cores, longest first. */
const longest = [
  'packages/store/tests/store.test.ts',
  'packages/store/tests/store-faults.test.ts',
  'tests/e2e/staff.test.ts',
  'tests/e2e/routes.test.ts',
  'tests/e2e/walk.test.ts',
  'tests/editor/keeping.test.ts',
  'tests/editor/editor.test.ts',
  'tests/parity/parity.test.ts',
  'services/render-worker/tests/killed.test.ts',
  'packages/dev-stack/tests/start.test.ts',
  'tests/screens.test.ts',
  'tests/operations.test.ts',
  'tests/storms.test.ts',
  'services/mail-worker/tests/email.test.ts',
  'services/render-worker/tests/check-store.test.ts',
  'services/bff/tests/templates.test.ts',
];

/** A place from 0 to 1 that depends on the file's name and on a seed alone. */
const randomPlace = (file: string, seed: string): number =>
  createHash('sha256').update(`${seed} ${file}`).digest().readUInt32BE() / 2 ** 32;

/**
 * Starts the longest files first, so that none runs alone at the end while other cores are idle; with `SELLO_TEST_ORDER` in
 * an order that is random but the same for the same seed (`npm run proof -- suite`).
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env.SELLO_TEST_ORDER;
    if (seed !== undefined) {
      const place = ({ moduleId }: TestSpecification) => randomPlace(relative(process.cwd(), moduleId), seed);
      return files.toSorted((one, other) => place(one) - place(other));
    }
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
