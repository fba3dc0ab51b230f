import errors from '../locales/en/errors.json' with { type: 'json' };
import { briefOf } from './brief.ts';

export const texts = briefOf(errors);
