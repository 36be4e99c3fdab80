/** A valid input for each query of the driver feature, for the tests that try all of them. */
import type { Samples } from '#server/testing/sample-parts.ts'

export const samples: Samples = ({ order }) => ({
  'operations.driver-day': async () => {
    await order('ON SHIPPING')
    return {}
  },
})
