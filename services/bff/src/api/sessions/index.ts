import { sessionsApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { end } from './end.ts';
import { list } from './list.ts';

export const sessions = implement(sessionsApi, { list, end });
