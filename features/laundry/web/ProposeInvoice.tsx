import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showQuantity } from '#web/format.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { lostItems } from '../domain/contract.ts'
import { sumQuantities } from '#kernel/money.ts'

type Proposed = {
  readonly customerId: number
  readonly productId?: number
  readonly quantity: number
  readonly name: string
}

/** Leads to an order form that sells the pieces which a customer did not return: of one item, or of all. */
export function ProposeInvoice({ customerId, productId, quantity, name }: Proposed) {
  const { t } = useTranslation('laundry')
  const mayOrder = useMayOpen('/createorder')
  if (!mayOrder || quantity <= 0) return null
  return (
    <Button
      component={PageLink}
      to={`/createorder?lost=${customerId}${productId === undefined ? '' : `&item=${productId}`}`}
      variant="light"
      size="compact-sm"
      aria-label={t('propose.button', { quantity: showQuantity(quantity), name })}
      onClick={(event) => event.stopPropagation()}
    >
      {t('propose.short', { quantity: showQuantity(quantity) })}
    </Button>
  )
}

/** Proposes to invoice all items of a customer that are missing too long. */
export function ProposeAll({ customerId }: { customerId: number }) {
  const { t } = useTranslation('laundry')
  const answer = useAsk(lostItems, { customerId })
  const items = answer.data?.items ?? []
  return (
    <ProposeInvoice
      customerId={customerId}
      quantity={sumQuantities(items.map(({ quantity }) => quantity))}
      name={items.length === 1 ? (items[0]?.name ?? '') : t('propose.items')}
    />
  )
}
