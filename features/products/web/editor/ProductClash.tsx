import { useTranslation } from 'react-i18next'
import { NOTHING, showPrice, showQuantity, showRate } from '#web/format.ts'
import { RecordClash } from '#web/ui/clash/RecordClash.tsx'
import { shownCode } from '../../domain/codes/cn-code.ts'
import type { ProductPatch } from '../../domain/contract.ts'
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

const PRICES: readonly PatchField[] = ['salesPrice', 'b2bSalesPrice', 'costPrice']
const RATES: readonly PatchField[] = ['vat', 'costMargin']

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
    if (PRICES.includes(field)) return showPrice(Number(value))
    if (RATES.includes(field)) return showRate(Number(value))
    if (field === 'reorderPoint') return showQuantity(Number(value))
    if (field === 'steps') return stepsText(value as Steps) || NOTHING
    if (typeof value === 'boolean') return t(value ? 'action.yes' : 'action.no')
    if (typeof value === 'number') return `#${value}`
    if (typeof value !== 'string') return NOTHING
    if (field === 'cnCode') return shownCode(value)
    if (field === 'usageType') return t(`usage.${value}`)
    return field === 'unit' ? t(`unit.${value}`) : value
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
