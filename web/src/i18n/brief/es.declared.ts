import errors from '../locales/es/errors.json' with { type: 'json' };
import { briefOf } from './brief.ts';

export const texts = briefOf(errors);
