import errors from '../locales/pt/errors.json' with { type: 'json' };
import { briefOf } from './brief.ts';

export const texts = briefOf(errors);
