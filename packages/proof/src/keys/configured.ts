// The values of the variables that hold wrapping keys.
import { list, text } from '@sello/kit';
import { isPrivateWrappingKey, isPublicWrappingKey } from './wrapping-keys.ts';

/** Of services that seal private keys. */
export const publicWrappingKey = text.refine(
  isPublicWrappingKey,
  'must be a public wrapping key as deploy/make-keys.ts prints it',
);

/** Of the service that opens them: one or more between commas, the one that seals new keys first. */
export const privateWrappingKeys = list.refine(
  (keys) => keys.length > 0 && keys.every(isPrivateWrappingKey),
  'must be private wrapping keys as deploy/make-keys.ts prints them, between commas',
);
