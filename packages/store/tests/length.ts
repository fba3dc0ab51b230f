/** Whether the tests of lost connections and concurrent callers run at the length of `npm run proof -- store-faults`. */
export const isFullLength = process.env.STORE_FAULTS === 'full';
