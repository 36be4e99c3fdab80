import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Chosen, countOfChosen, idsOfChosen, withOrders } from '#features/orders/web/list/many-orders.tsx'
import { askQuery } from '#web/api.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { customersInDoubt, sendInvoices } from '../domain/contract.ts'
import { invoicingRights } from '../domain/rights.ts'
import { CustomersInDoubt, type DoubtfulCustomers, sendText, warnedOf } from './CustomersInDoubt.tsx'

/** This many orders are invoiced in one transaction. More orders are sent in several requests. */
const AT_ONCE = 100

type Props = {
  chosen: Chosen
  clear: () => void
  /** The orders are only packaged. They become READY-TO-INVOICE in the same step. */
  release?: boolean
}

/**
 * Invoices the selected orders through the accounting service. The sending continues in the background, and each row
 * shows its state.
 */
export default function InvoiceMany({ chosen, clear, release = false }: Props) {
  const { t } = useTranslation('invoicing')
  const may = useMay(invoicingRights.invoice)
  const [pending, setPending] = useState(false)

  const send = (which: Chosen, warned: DoubtfulCustomers) => {
    setPending(true)
    withOrders(
      {
        contract: sendInvoices,
        size: AT_ONCE,
        input: (ids) => ({ ids, release, ...warnedOf(warned) }),
        part: ({ sending, refused }) => ({ done: sending.length, refused }),
        title: t('many.title', { count: countOfChosen(which) }),
        said: (sending) => t('said.sending', { count: sending }),
      },
      which,
    )
      .then(clear, (error: unknown) => say.failed(error, () => send(which, warned)))
      .finally(() => setPending(false))
  }

  const press = async () => {
    const { which, customers } = await withoutDoubt(chosen)
    const count = countOfChosen(which)
    const alone = count === 0
    const agreed = await confirm({
      title:
        alone && customers.every(({ doubt }) => doubt === 'without-vat')
          ? t('without-vat.none')
          : t('many.title', { count: alone ? countOfChosen(chosen) : count }),
      body: (
        <Stack gap="sm">
          {customers.length === 0 ? null : <CustomersInDoubt customers={customers} alone={alone} />}
          <Text size="sm">{t(release ? 'release.body' : 'many.body')}</Text>
        </Stack>
      ),
      confirmLabel: alone ? t(sendText(customers)) : t('many.confirm', { count }),
    })
    if (agreed) send(alone ? chosen : which, alone ? customers : [])
  }

  if (!may) return null
  return (
    <ActionButton
      pending={pending}
      onClick={() => void press().catch((error: unknown) => say.failed(error, () => void press()))}
    >
      {t(release ? 'release.button' : 'many.button')}
    </ActionButton>
  )
}

/** Returns the selection without the orders of customers of whom a person is warned, and these customers. */
async function withoutDoubt(chosen: Chosen): Promise<{ which: Chosen; customers: DoubtfulCustomers }> {
  const found = await idsOfChosen(chosen)
  if (found.ids.length === 0) return { which: chosen, customers: [] }
  const { customers } = await askQuery(customersInDoubt, { ids: found.ids })
  const left = new Set(customers.flatMap(({ orderIds }) => orderIds))
  const ids = found.ids.filter((id) => !left.has(id))
  const rows = chosen.rows.filter((row) => !left.has(row.id))
  const all = chosen.all && { count: ids.length, ids: () => Promise.resolve({ ...found, ids }) }
  return { which: { rows, all }, customers }
}
