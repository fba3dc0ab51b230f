import 'i18next';
import type { texts } from './locales/en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof texts };
  }
}
