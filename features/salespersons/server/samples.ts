/** A valid input for each command and query of salespersons, for the tests that try all of them. */
import { fixed, type Samples } from '#server/testing/sample-parts.ts'

export const samples: Samples = () => {
  return {
    'salespersons.options': fixed(),
  }
}
