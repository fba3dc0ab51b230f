import { buildWeb } from '../../packages/dev-stack/src/web-build.ts';
import { runChecks } from '../check.ts';
import type { CheckResult } from '../checks/declarations.ts';
import { type Count, runVitest } from './vitest.ts';

/** A run of everything: the static checks, the build of the web and all tests. */
export interface SuiteRun {
  checks: CheckResult[];
  isBuilt: boolean;
  counts: Count[];
}

export interface SuiteOptions {
  /** For vitest. */
  args?: readonly string[];
  /** The files in a random order of this seed; else the longest first. */
  order?: number;
  /** Called as soon as the checks have ended. */
  onChecks?: (checks: CheckResult[]) => void;
}

const projects = (...names: string[]): string[] => names.flatMap((name) => ['--project', name]);

/** Runs everything once. The tests that boot services need the web, and wait a part of their time: all else runs meanwhile. */
export async function runSuite({ args = [], order, onChecks }: SuiteOptions = {}): Promise<SuiteRun> {
  const building = buildWeb().then(
    () => undefined,
    ({ message }: Error) => message,
  );
  const environment = order === undefined ? {} : { SELLO_TEST_ORDER: String(order) };
  const booting = async (): Promise<Count> => {
    const problem = await building;
    if (problem === undefined)
      return runVitest('integration', [...projects('integration', 'integration-shared'), ...args], {
        environment,
      });
    const failed = [`${problem}\nNothing that boots services was tested.`];
    return { passed: 0, failed, skipped: [], tests: [], costs: [] };
  };
  const checking = async (): Promise<CheckResult[]> => {
    const checks = await runChecks();
    onChecks?.(checks);
    return checks;
  };
  const [checks, ...counts] = await Promise.all([
    checking(),
    booting(),
    runVitest('unit and component', [...projects('unit', 'components'), ...args], {
      isBackground: true,
      environment,
    }),
  ]);
  return { checks, isBuilt: (await building) === undefined, counts };
}
