import { MANY_ACTION } from '#features/products/web/many/bulk.tsx'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { CATALOGUE_ACTION } from '#features/supplier-catalogue/web/catalogue-parts.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'

const askForMissing = MANY_ACTION.part({
  key: 'ask-for-missing',
  right: purchasesRights.write,
  Button: lazyPart(() => import('./AskForMissing.tsx')),
})

const askForProduct = CATALOGUE_ACTION.part({
  key: 'ask',
  Button: lazyPart(() => import('./AskForProduct.tsx')),
})

/** Declares the sheet of an order at a provider. Requests and proposals are tabs beside the invoices. */
export const buyingRoutes: FeatureRoutes = {
  feature: 'purchases',
  pages: [
    {
      path: '/purchase-order/$id',
      layout: 'bare',
      right: purchasesRights.read,
      titleKey: 'title.order-sheet',
      load: () => import('./OrderSheetPage.tsx'),
    },
  ],
  menu: [],
  parts: [askForMissing, askForProduct],
}
