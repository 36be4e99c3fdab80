/** The length of the proofs. `npm test` runs them short; `npm run proofs` sets TEST_LENGTH=full. */

/** Returns `full` if TEST_LENGTH is full, and otherwise `short`. */
export const shortOrFull = (short: number, full: number): number =>
  process.env['TEST_LENGTH'] === 'full' ? full : short
