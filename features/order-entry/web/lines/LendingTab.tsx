import { ActionIcon, Checkbox, VisuallyHidden } from '@mantine/core'
import { Trash2 } from '#web/ui/icon/icons.ts'
import type { Dispatch, SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import { isCounted } from '#features/products/domain/product.ts'
import { LIMITS, type Quantity } from '#kernel/money.ts'
import { NOTHING, showQuantity } from '#web/format.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import {
  changeLoan,
  confirmLoan,
  lend,
  type LendingOffer,
  lendingOffers,
  removeLoan,
} from '../../domain/draft-loans.ts'
import { type DraftLoan, hasDifferingQuantity, type OrderDraft } from '../../domain/order-draft.ts'
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
            const at = loanAt(draft, offer)
            return (
              <OfferRow
                key={`${offer.origin.id}-${offer.lendable.materialId}`}
                offer={offer}
                loan={draft.loans[at]}
                available={at < 0 ? undefined : checked[draft.lines.length + at]}
                draft={draft}
                setDraft={setDraft}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the place of the loan of this offer among the loans of the draft; -1 if it is not lent. */
const loanAt = (draft: OrderDraft, { lendable, origin }: LendingOffer): number =>
  draft.loans.findIndex((one) => one.productId === lendable.materialId && one.originProductId === origin.id)

type Available = ReturnType<typeof useStockCheck>['checked'][number]

type OfferProps = Pick<Props, 'draft' | 'setDraft'> & { offer: LendingOffer; loan: DraftLoan | undefined }

/** One material that may be lent with one product of the order, and its loan if there is one. */
function OfferRow({ offer, loan, available, draft, setDraft }: OfferProps & { available: Available | undefined }) {
  const { t } = useTranslation('order-entry')
  const { lendable, origin } = offer
  const unit = t(`unit.${lendable.unit}`, { defaultValue: lendable.unit })
  return (
    <tr>
      <MaterialCell offer={offer} available={available} />
      <td data-label={t('orders:loans.with')}>{origin.name}</td>
      <td className={styles.right} data-label={t('lend.goes-along')}>
        <QuantityText value={offer.quantity} unit={unit} />
      </td>
      <QuantityCell offer={offer} loan={loan} draft={draft} setDraft={setDraft} />
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
}

function MaterialCell({ offer: { lendable }, available }: { offer: LendingOffer; available: Available | undefined }) {
  const { t } = useTranslation('order-entry')
  return (
    <td className={styles.name}>
      {lendable.name}
      <div className={notes.note}>
        {lendable.sku} {available ? <StatusBadge status={available.missing > 0 ? 'STOCK-FAULT' : 'STOCK-OK'} /> : null}
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
  )
}

/** The lent quantity. One that differs from what goes along must be confirmed. */
function QuantityCell({ offer, loan, draft, setDraft }: OfferProps) {
  const { t } = useTranslation('order-entry')
  const { lendable } = offer
  const otherwise = loan !== undefined && hasDifferingQuantity(draft, loan)
  return (
    <td className={`${styles.right} ${styles.input}`} data-label={t('lend.lent')}>
      {/* One block, because a narrow window puts the name of the figure beside it. */}
      <div>
        {loan ? (
          <QuantityInput
            aria-label={t('lend.quantity-of', { name: lendable.name })}
            w={110}
            ml="auto"
            min={1}
            max={LIMITS.quantity}
            whole={isCounted(lendable.unit)}
            value={loan.quantity}
            error={loan.quantity === null}
            onChange={(value) => setDraft((before) => changeLoan(before, loan, value as Quantity | null))}
          />
        ) : (
          NOTHING
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
      </div>
    </td>
  )
}
