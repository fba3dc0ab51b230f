import { afterAll } from 'vitest';
import { closeTestDatabase } from './database.ts';
// The two that take longest: every write with its connection cut, every creation raced for.
import './lost-answers.suite.ts';
import './racers.suite.ts';

afterAll(() => closeTestDatabase());
