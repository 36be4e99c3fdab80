/** Provides a valid input for each command and query of the proof of the stock, for tests that call all of them. */
import { fixed, type HistorySample, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = () => ({
  'stock-proof.start-check': fixed(),
  'stock-proof.line': fixed(),
  'stock-proof.checks': fixed(),
})

/** The check itself names who asked for it. */
export const historySample: HistorySample = { silent: ['stock-proof.start-check'] }
