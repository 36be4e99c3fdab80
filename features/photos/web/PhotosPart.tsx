import type { ProductPanel } from '#features/stock/web/product-parts.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import styles from './photos.module.css'

const PhotosPanel = lazyPart(() => import('./PhotosPanel.tsx'))

/** The room of the photos, which is there before their code and their data have come, so that nothing on the page moves. */
export const PhotosPart: ProductPanel['Panel'] = ({ product }) => (
  <div className={styles.part} data-photos={product.photos.length > 0 || undefined}>
    <PhotosPanel product={product} />
  </div>
)
