import { ActionIcon, Checkbox, VisuallyHidden } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import type { Dispatch, SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMITS, type Quantity } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { changeLoan, confirmLoan, lend, lendingOffers, removeLoan } from '../domain/draft-loans.ts'
import { hasDifferingQuantity, type OrderDraft } from '../domain/order-draft.ts'
import mark from '#web/ui/mark.module.css'
import notes from '#features/orders/web/line-notes.module.css'
import styles from '#features/orders/web/order-lines.module.css'
import { useStockCheck } from './use-stock-check.ts'

type Props = {
  draft: OrderDraft
  setDraft: Dispatch<SetStateAction<OrderDraft>>
  orderId: number | undefined
}

/** Shows what may be lent with the lines, and what is lent with this order. */
export function LendingTab({ draft, setDraft, orderId }: Props) {
  const { t } = useTranslation('order-entry')
  const offers = lendingOffers(draft)
  const { checked } = useStockCheck(draft.lines, draft.loans, orderId)
  if (offers.length === 0) return <EmptyState title={t('lend.none')} hint={t('lend.none-hint')} />
  return (
    <div className={styles.scroll}>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th>{t('lend.material')}</th>
            <th>{t('orders:loans.with')}</th>
            <th className={styles.right}>{t('lend.goes-along')}</th>
            <th className={styles.right}>{t('lend.lent')}</th>
            <th>
              <VisuallyHidden>{t('orders:actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => {
            const { lendable, origin } = offer
            const at = draft.loans.findIndex(
              (one) => one.productId === lendable.materialId && one.originProductId === origin.id,
            )
            const loan = draft.loans[at]
            const available = loan && checked[draft.lines.length + at]
            const otherwise = loan !== undefined && hasDifferingQuantity(draft, loan)
            const unit = t(`unit.${lendable.unit}`, { defaultValue: lendable.unit })
            return (
              <tr key={`${origin.id}-${lendable.materialId}`}>
                <td className={styles.name}>
                  {lendable.name}
                  <div className={notes.note}>
                    {lendable.sku}{' '}
                    {available ? <StatusBadge status={available.missing > 0 ? 'STOCK-FAULT' : 'STOCK-OK'} /> : null}
                    {available?.contested ? (
                      <span className={mark.mark} data-tone="warning" title={t('orders:line.contested-hint')}>
                        {t('orders:line.contested')}
                      </span>
                    ) : null}
                  </div>
                  {available && available.missing > 0 ? (
                    <div className={notes.note} data-tone="danger">
                      {t('check.only', {
                        ns: 'stock',
                        stock: showQuantity(available.stock),
                        needed: showQuantity(available.needed),
                        missing: showQuantity(available.missing),
                      })}
                    </div>
                  ) : null}
                </td>
                <td data-label={t('orders:loans.with')}>{origin.name}</td>
                <td className={styles.right} data-label={t('lend.goes-along')}>
                  <QuantityText value={offer.quantity} unit={unit} />
                </td>
                <td className={`${styles.right} ${styles.input}`} data-label={t('lend.lent')}>
                  {loan ? (
                    <QuantityInput
                      aria-label={t('lend.quantity-of', { name: lendable.name })}
                      w={110}
                      ml="auto"
                      min={1}
                      max={LIMITS.quantity}
                      value={loan.quantity}
                      error={loan.quantity === null}
                      onChange={(value) => setDraft((before) => changeLoan(before, loan, value as Quantity | null))}
                    />
                  ) : (
                    '–'
                  )}
                  {otherwise ? (
                    <Checkbox
                      mt={6}
                      size="xs"
                      radius="xs"
                      checked={loan.confirmed ?? false}
                      label={t('lend.differs', {
                        lent: showQuantity(loan.quantity ?? 0),
                        carried: showQuantity(offer.quantity),
                      })}
                      onChange={(event) => {
                        const { checked: yes } = event.currentTarget
                        setDraft((before) => confirmLoan(before, loan, yes))
                      }}
                    />
                  ) : null}
                </td>
                <td className={styles.right}>
                  <ActionButton
                    size="compact-md"
                    variant="default"
                    closed={offer.closed === null ? null : t(`lend.${offer.closed}`)}
                    aria-label={t('lend.lend-named', { name: lendable.name, product: origin.name })}
                    onClick={() => setDraft((before) => lend(before, offer))}
                  >
                    {t('lend.lend')}
                  </ActionButton>
                  {loan ? (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={36}
                      aria-label={t('form.remove-named', { name: lendable.name })}
                      onClick={() => setDraft((before) => removeLoan(before, loan))}
                    >
                      <Trash2 size={16} aria-hidden />
                    </ActionIcon>
                  ) : null}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
