/** What the parts of a recipe share: their state, and how materials are found. */
import { askQuery } from '#web/api.ts'
import { QuantityText } from '#web/ui/texts.tsx'
import { type ProductForLine, searchProducts } from '../../domain/contract.ts'
import type { DraftStep } from './recipe-draft.ts'
import styles from './recipe.module.css'

/** A refused circle: the material through which it goes, and the names of its products. */
export type Circle = { readonly materialId: number; readonly text: string }

/** Returns goods that match a text, without services and without the product of the recipe, which are no materials. */
export const findMaterials = (search: string, productId: number | undefined): Promise<ProductForLine[]> =>
  askQuery(searchProducts, { search }).then(({ rows }) => rows.filter((row) => !row.service && row.id !== productId))

export function MaterialOption({ material }: { material: ProductForLine }) {
  return (
    <span className={styles.option}>
      <span>
        {material.name} <small>{material.sku}</small>
      </span>
      <small>
        <QuantityText value={material.stock} unit={material.unit} />
      </small>
    </span>
  )
}

export type RecipeParts = {
  steps: readonly DraftStep[]
  setSteps: (steps: readonly DraftStep[]) => void
  /** Names the element to focus after the next change. */
  focusNext: (selector: string) => void
  seesCosts: boolean
  circle: Circle | null
  productId: number | undefined
}
