import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// Long-running proofs. Each writes its report to docs/proofs/NAME.json; a fixed sample of each runs in `npm test`.
const proofs: Record<string, string> = {
  database: 'packages/mongo-gateway/tests/proof/kill-rounds.ts',
  signatures: 'packages/proof/tests/proof/signatures.ts',
  batches: 'services/render-worker/tests/proof/batches.ts',
  ending: 'services/render-worker/tests/proof/ending.ts',
  erasing: 'services/render-worker/tests/proof/erasing.ts',
  mutations: 'packages/proof/tests/proof/mutations.ts',
  names: 'packages/render/tests/proof/names.ts',
  'store-faults': 'packages/store/tests/proof/store-faults.ts',
  storms: 'tests/proof/storms.ts',
  corpora: 'tests/proof/corpora.ts',
  suite: 'tests/proof/suite.ts',
  abuse: 'tests/abuse/proof/abuse.ts',
  parity: 'tests/parity/proof/parity.ts',
  editor: 'tests/proof/editor.ts',
  lighthouse: 'tests/proof/lighthouse.ts',
  owners: 'tests/proof/owners.ts',
  recipes: 'scripts/recipes/proof.ts',
  routes: 'tests/proof/routes.ts',
  screens: 'tests/proof/screens.ts',
  strings: 'tests/proof/strings.ts',
  'staff-work': 'tests/proof/staff-work.ts',
  domains: 'tests/proof/domains.ts',
  newcomer: 'tests/proof/newcomer.ts',
  tray: 'tests/proof/tray.ts',
  timing: 'tests/proof/timing.ts',
  'pdf-import': 'packages/render/tests/proof/pdf-import.ts',
  import: 'tests/proof/import.ts',
  'image-import': 'tests/proof/image-import.ts',
};

const root = join(import.meta.dirname, '..');
const [name, ...rest] = process.argv.slice(2);
const file = name !== undefined && Object.hasOwn(proofs, name) ? proofs[name]! : undefined;
if (!file || !existsSync(join(root, file))) {
  console.error(`Usage: npm run proof -- ${Object.keys(proofs).join('|')}`);
  process.exit(2);
}
const report = join('docs', 'proofs', `${name}.json`);
const run = spawnSync(process.execPath, [join(root, file), '--report', report, ...rest], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = run.status ?? 1;
