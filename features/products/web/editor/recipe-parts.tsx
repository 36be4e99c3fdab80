/** What the parts of a recipe share: their state, and how materials are found. */
import { useTranslation } from 'react-i18next'
import { askQuery } from '#web/api.ts'
import { CreatingPick } from '#web/ui/form/quick/QuickForm.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { type ProductForLine, searchProducts } from '../../domain/contract.ts'
import { creatingGoods } from '../QuickProduct.tsx'
import { addLine, addStep, type DraftStep, materialOf } from './recipe-draft.ts'
import styles from './recipe.module.css'

/** A refused circle: the material through which it goes, and the names of its products. */
export type Circle = { readonly materialId: number; readonly text: string }

/** Reports whether goods may be a material of a recipe: services and the product of the recipe are none. */
const isMaterial = (goods: ProductForLine, productId: number | undefined): boolean =>
  !goods.service && goods.id !== productId

/** Returns goods that match a text and may be a material of the recipe of a product. */
export const findMaterials = (search: string, productId: number | undefined): Promise<ProductForLine[]> =>
  askQuery(searchProducts, { search }).then(({ rows }) => rows.filter((row) => isMaterial(row, productId)))

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

type FindProps = Pick<RecipeParts, 'steps' | 'setSteps' | 'focusNext' | 'productId'> & {
  /** The step that takes the material; null in a recipe without steps, to which the first material adds one. */
  step: DraftStep | null
  startsHere?: boolean
}

/** The field that finds the next material of a step. A name that is not found creates a material. */
export function FindMaterial({ step, startsHere = false, steps, setSteps, focusNext, productId }: FindProps) {
  const { t } = useTranslation('products')
  const pick = (found: ProductForLine) => {
    const before = step === null ? addStep(steps, null) : steps
    const stepKey = (step ?? before.at(-1))?.key ?? 0
    const next = addLine(before, stepKey, materialOf(found))
    const added = next.find(({ key }) => key === stepKey)?.lines.at(-1)
    focusNext(`[data-line="${added?.key}"] [data-part="quantity"]`)
    setSteps(next)
  }
  return (
    <div className={styles.find} data-find>
      <CreatingPick
        label={t('recipe.add-material', { number: step?.seq ?? 1 })}
        hideLabel
        placeholder={t('recipe.material')}
        startsHere={startsHere}
        search={(text) => findMaterials(text, productId)}
        onPick={pick}
        row={(material) => <MaterialOption material={material} />}
        {...creatingGoods({ kind: 'material', takes: (goods) => isMaterial(goods, productId) })}
      />
    </div>
  )
}
