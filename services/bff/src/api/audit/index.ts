import { auditApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { exportCsv } from './export.ts';
import { list } from './list.ts';
import { people } from './people.ts';

export const audit = implement(auditApi, { list, people, export: exportCsv });
