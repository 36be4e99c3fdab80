/** A valid input for each command and query of production, for the tests that try all of them. */
import { type Samples } from '#server/testing/sample-parts.ts'

export const samples: Samples = (company) => {
  const { order } = company
  return {
    'production.tasks-of-order': async () => ({ orderId: await order('STOCK-OK') }),
  }
}
