import { PRODUCT_PANEL, type ProductPanel } from '#features/stock/web/product-parts.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import styles from './photos.module.css'

const PhotosPanel = lazyPart(() => import('./PhotosPanel.tsx'))

/** The room of the photos, which is there before their code and their data have come, so that nothing on the page moves. */
const PhotosPart: ProductPanel['Panel'] = ({ product }) => (
  <div className={styles.part} data-photos={product.photos.length > 0 || undefined}>
    <PhotosPanel product={product} />
  </div>
)

/** Adds the photos to the product overview. */
export const photosRoutes: FeatureRoutes = {
  feature: 'photos',
  pages: [],
  menu: [],
  parts: [PRODUCT_PANEL.part({ key: 'photos', Panel: PhotosPart })],
}
