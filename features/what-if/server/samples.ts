/** Provides a valid input for each command and query of the price what-if, for tests that call all of them. */
import type { OutputOf } from '#kernel/contract.ts'
import { SYSTEM } from '#server/command.ts'
import { fixed, type Samples } from '#server/samples/sample-parts.ts'
import type { tryPrices } from '../domain/contract.ts'
import { tryPricesQuery } from './queries.ts'

export const samples: Samples = (company) => {
  const prices = [{ productId: company.stock.glass, change: { kind: 'percent', percent: 800 } }]
  return {
    'what-if.trial': fixed({ prices, products: 10 }),
    'what-if.latest': fixed(),
    'what-if.change-costs': async () => {
      const { mark } = (await company.runner.ask(tryPricesQuery, { prices }, SYSTEM)) as OutputOf<typeof tryPrices>
      return { prices, mark }
    },
  }
}
