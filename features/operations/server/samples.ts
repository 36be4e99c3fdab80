/** A valid input for each query of the operations feature, for the tests that try all of them. */
import { list, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = () => ({
  'operations.board': async () => ({ ...(await list()), filters: { status: ['STOCK-OK'] }, sort: 'address' }),
  'operations.needed-products': async () => ({
    ...(await list()),
    filters: { words: 'ξενοδοχείο' },
    sort: 'available',
  }),
  'operations.needed-materials': async () => ({ ...(await list()), filters: { missing: true }, sort: 'needed' }),
})
