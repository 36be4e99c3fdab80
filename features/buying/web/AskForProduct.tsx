import type { StoredProduct } from '#features/products/web/ProductFacts.tsx'
import { AskButton } from './AskDialog.tsx'

/** Asks for a product, below its providers. */
export default function AskForProduct({ product: { id, name, unit } }: { product: StoredProduct }) {
  return <AskButton product={{ id, name, unit }} />
}
