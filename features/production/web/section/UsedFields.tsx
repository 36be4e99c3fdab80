import { useTranslation } from 'react-i18next'
import { isCounted } from '#features/products/domain/product.ts'
import { addQuantity, type Quantity } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { byRecipe } from '../../domain/materials.ts'
import type { SectionTask } from '../../domain/section-day-contract.ts'
import styles from './used-fields.module.css'

/** What was really used of materials, by their lines. A line that is missing was used by recipe. */
export type Used = Readonly<Record<number, Quantity>>

type UsedFieldsProps = { task: SectionTask; pieces: Quantity; used: Used; setUsed: (used: Used) => void }

/** Asks what the finished and spoilt pieces of the next press really took. An empty field means: by recipe. */
export function UsedFields({ task, pieces, used, setUsed }: UsedFieldsProps) {
  const { t } = useTranslation('production')
  const before = addQuantity(task.done, task.scrapped)
  const counted = { all: task.quantity, before, after: addQuantity(before, pieces) }
  const set = (line: number, value: number | null) => {
    const { [line]: _line, ...others } = used
    setUsed(value === null ? others : { ...others, [line]: value as Quantity })
  }
  return (
    <fieldset className={styles.used}>
      <legend>{t('used.title')}</legend>
      {task.materials
        .filter(({ state, productId }) => state !== 'DROPPED' && productId !== null)
        .map((material) => {
          const unit = t(`frame:unit.${material.unit}`, { defaultValue: material.unit })
          return (
            <QuantityInput
              key={material.line}
              size="md"
              label={material.name}
              description={t('used.by-recipe', { quantity: `${showQuantity(byRecipe(material, counted))} ${unit}` })}
              min={0}
              whole={isCounted(material.unit)}
              value={used[material.line] ?? null}
              onChange={(value) => set(material.line, value)}
            />
          )
        })}
    </fieldset>
  )
}
