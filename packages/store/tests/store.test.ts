import { afterAll } from 'vitest';
import { closeTestDatabase } from './database.ts';
// Few test files, because each starts a database of its own; the slowest suites are in `store-faults.test.ts`.
import './asset-holders.suite.ts';
import './batches.suite.ts';
import './batches-ends.suite.ts';
import './certificates.suite.ts';
import './certifications.suite.ts';
import './claims.suite.ts';
import './logos.suite.ts';
import './mail-accounts.suite.ts';
import './installation.suite.ts';
import './people.suite.ts';
import './locks.suite.ts';
import './owner-lock.suite.ts';
import './records.suite.ts';
import './students-lists.suite.ts';
import './templates.suite.ts';
import './trash.suite.ts';
import './isolation.suite.ts';
import './consistency-rows.suite.ts';
import './consistency-certificates.suite.ts';
import './outage.suite.ts';
import './backup.suite.ts';
import './versions.suite.ts';
import './first-release.suite.ts';

afterAll(() => closeTestDatabase());
