import { PRODUCT_PANEL } from '#features/stock/web/product-parts.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { PhotosPart } from './PhotosPart.tsx'

/** Adds the photos to the product overview. */
export const photosRoutes: FeatureRoutes = {
  feature: 'photos',
  pages: [],
  menu: [],
  parts: [PRODUCT_PANEL.part({ key: 'photos', Panel: PhotosPart })],
}
