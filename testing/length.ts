/**
 * The length of tests, proofs and stories: TEST_LENGTH is `short` for what `npm test` chooses, not set in CI, and `full` at
 * night (`npm run proofs`).
 */

/** True for the full length. */
export const FULL_LENGTH = process.env['TEST_LENGTH'] === 'full'

/** True for the length of `npm test`. */
export const SHORT = process.env['TEST_LENGTH'] === 'short'

/** Returns `full` at full length, and otherwise `usual`. */
export const usualOrFull = (usual: number, full: number): number => (FULL_LENGTH ? full : usual)
