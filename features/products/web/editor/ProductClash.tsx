import { useTranslation } from 'react-i18next'
import { NOTHING, showQuantity } from '#web/format.ts'
import { valueText } from '#web/records/field-text.ts'
import { RecordClash } from '#web/ui/clash/RecordClash.tsx'
import { shownCode } from '../../domain/codes/cn-code.ts'
import type { ProductPatch } from '../../domain/contract.ts'
import { fieldOf } from '../../domain/fields.ts'
import type { PatchField, StoredProduct } from '../fields/product-values.ts'
import { clashingFields, type Steps, valueIn } from './clashing-fields.ts'
import type { ProductClashing } from './use-edited-product.ts'

type Props = {
  clash: ProductClashing
  base: StoredProduct
  /** The fields that this person changed. */
  mine: ProductPatch
  keepMine: (except: readonly PatchField[]) => void
  takeTheirs: () => void
}

/** Shows what another person changed of the product in the meantime, and lets the person choose. */
export function ProductClash({ clash: { theirs, userName, at }, base, mine, keepMine, takeTheirs }: Props) {
  const { t } = useTranslation('products')
  const names = new Map(
    [...base.steps, ...theirs.steps].flatMap(({ materials }) => materials.map((one) => [one.materialId, one.name])),
  )
  const stepsText = (steps: Steps): string =>
    steps
      .map(({ seq, section, materials }) =>
        [
          `${seq} ${section}`,
          ...materials.map(({ materialId, quantity, unit }) =>
            [names.get(materialId) ?? `#${materialId}`, showQuantity(quantity), unit ? t(`unit.${unit}`) : ''].join(
              ' ',
            ),
          ),
        ].join(', '),
      )
      .join(' · ')
  const text = (field: PatchField, value: unknown): string => {
    if (value === null || value === undefined || value === '') return NOTHING
    if (field === 'steps') return stepsText(value as Steps) || NOTHING
    if (field === 'customerId') return `#${Number(value)}`
    if (field === 'cnCode') return shownCode(value as string)
    return valueText(fieldOf(field), value)
  }
  return (
    <RecordClash
      title={(name) => t('clash.title', { name })}
      userName={userName}
      at={at}
      fields={clashingFields(base, theirs).map((field) => ({
        field,
        label: t(`field.${field === 'customerId' ? 'customer' : field}`),
        before: text(field, valueIn(base, field)),
        theirs: field === 'customerId' ? (theirs.customerName ?? NOTHING) : text(field, valueIn(theirs, field)),
        mine: Object.hasOwn(mine, field) ? text(field, mine[field]) : null,
      }))}
      keepMine={keepMine}
      takeTheirs={takeTheirs}
    />
  )
}
