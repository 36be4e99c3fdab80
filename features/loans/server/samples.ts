/** A valid input for each command and query of loans, for the tests that try all of them. */
import { PIECE, fixed, type Samples } from '#server/testing/sample-parts.ts'

export const samples: Samples = (company) => {
  const { customer, glass } = company.stock
  return {
    'loans.record-loan': fixed({
      bound: 'OUTBOUND',
      customerId: customer,
      productId: glass,
      quantity: PIECE,
      note: 'δύο',
    }),
    'loans.of-customer': fixed({ customerId: customer }),
    'loans.totals': fixed(),
    'loans.of-product': fixed({ productId: glass }),
    'loans.list': fixed({ customerId: customer, productId: glass, page: 1 }),
  }
}
