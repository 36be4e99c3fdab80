/** How long the proofs run: short in `npm test`, at full length in `npm run proofs`, which sets TEST_LENGTH=full. */

/** Takes the first figure in `npm test` and the second one at full length. */
export const shortOrFull = (short: number, full: number): number =>
  process.env['TEST_LENGTH'] === 'full' ? full : short
