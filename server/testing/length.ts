/** The length of tests, proofs and stories. `npm test` runs them short; `npm run proofs` sets TEST_LENGTH=full. */

/** True for the full length. */
export const LONG = process.env['TEST_LENGTH'] === 'full'

/** Returns `full` at full length, and otherwise `short`. */
export const shortOrFull = (short: number, full: number): number => (LONG ? full : short)
