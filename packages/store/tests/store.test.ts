import { afterAll } from 'vitest';
import { closeTestDatabase } from './database.ts';
// One file, because every file would bring up a database of its own.
import './batches.suite.ts';
import './batches-ends.suite.ts';
import './certificates.suite.ts';
import './mail-accounts.suite.ts';
import './installation.suite.ts';
import './people.suite.ts';
import './records.suite.ts';
import './isolation.suite.ts';
import './soundness-rows.suite.ts';
import './soundness-certificates.suite.ts';
import './outage.suite.ts';
import './lost-answers.suite.ts';
import './racers.suite.ts';
import './backup.suite.ts';

afterAll(() => closeTestDatabase());
