import type { TFunction } from 'i18next'
import { Check, Plus } from '#web/ui/icon/icons.ts'
import { showQuantity } from '#web/format.ts'
import type { DraftLine, DraftLoan } from '../../domain/order-draft.ts'
import form from './draft-lines.module.css'

type Props = {
  line: DraftLine
  /** What is lent with the product of the line. */
  lent: readonly DraftLoan[]
  /** False while no line of the product has a quantity, so that nothing can be lent with it. */
  hasPieces: boolean
  lend: (key: number, materialId: number) => void
  t: TFunction<'order-entry'>
}

/**
 * Shows what can be lent with a line. One press lends a material, and another one takes it out again. Without a quantity the press says
 * that it is missing.
 */
export function LineLending({ line: { key, product }, lent, hasPieces, lend, t }: Props) {
  return product.lendables.map(({ materialId, name }) => {
    const loan = lent.find((one) => one.productId === materialId)
    const closed = loan === undefined && !hasPieces
    const shown = loan ? `${showQuantity(loan.quantity ?? 0)} ${name}` : name
    return (
      <button
        key={materialId}
        type="button"
        className={form.chip}
        data-lend={materialId}
        aria-pressed={loan !== undefined}
        aria-keyshortcuts="Alt+L"
        aria-label={t('lend.lend-named', { name: shown, product: product.name })}
        aria-disabled={closed || undefined}
        title={closed ? t('lend.no-quantity') : shown}
        onClick={() => lend(key, materialId)}
      >
        {loan ? <Check size={14} aria-hidden /> : <Plus size={14} aria-hidden />}
        <span className={form.chipText}>{shown}</span>
      </button>
    )
  })
}
