import { useTranslation } from 'react-i18next'
import { NOTHING, showPrice, showQuantity, showRate } from '#web/format.ts'
import { RecordClash } from '#web/ui/clash/RecordClash.tsx'
import type { ProductPatch } from '../../domain/contract.ts'
import type { PatchField, StoredProduct } from '../fields/product-values.ts'
import type { ProductClashing } from './use-edited-product.ts'

type Props = {
  clash: ProductClashing
  base: StoredProduct
  /** The fields that this person changed. */
  mine: ProductPatch
  keepMine: (except: readonly PatchField[]) => void
  takeTheirs: () => void
}

const FIELDS = [
  'name',
  'usageType',
  'unit',
  'sku',
  'provsku',
  'epsilonCode',
  'barcode',
  'category',
  'storePart',
  'storeFloor',
  'shelf',
  'description',
  'salesPrice',
  'b2bSalesPrice',
  'vat',
  'vatClass',
  'costPrice',
  'costMargin',
  'lendable',
  'service',
  'overridable',
  'customerId',
  'steps',
] as const satisfies readonly PatchField[]

const PRICES: readonly PatchField[] = ['salesPrice', 'b2bSalesPrice', 'costPrice']
const RATES: readonly PatchField[] = ['vat', 'costMargin']

type Steps = readonly {
  readonly seq: number
  readonly section: string
  readonly materials: readonly {
    readonly materialId: number
    readonly quantity: number
    readonly unit?: string | undefined
  }[]
}[]

/** Returns steps without what is not part of the recipe, such as the stock of the materials. */
const plainSteps = (steps: Steps): Steps =>
  steps.map(({ seq, section, materials }) => ({
    seq,
    section,
    materials: materials.map(({ materialId, quantity, unit }) => ({ materialId, quantity, unit })),
  }))

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
    if (field === 'steps') return stepsText(value as Steps) || NOTHING
    if (typeof value === 'boolean') return t(value ? 'action.yes' : 'action.no')
    if (typeof value === 'number') return `#${value}`
    if (typeof value !== 'string') return NOTHING
    if (field === 'usageType') return t(`usage.${value}`)
    return field === 'unit' ? t(`unit.${value}`) : value
  }
  const valueIn = (product: StoredProduct, field: (typeof FIELDS)[number]): unknown =>
    field === 'steps' ? plainSteps(product.steps) : product[field]
  const differs = (field: (typeof FIELDS)[number]): boolean =>
    JSON.stringify(valueIn(base, field)) !== JSON.stringify(valueIn(theirs, field)) &&
    // a computed cost follows from the recipe, so no person chose it
    !(field === 'costPrice' && theirs.costComputed)
  return (
    <RecordClash
      title={(name) => t('clash.title', { name })}
      userName={userName}
      at={at}
      fields={FIELDS.filter(differs).map((field) => ({
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
