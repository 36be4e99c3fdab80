import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customerLoans } from '#features/loans/domain/contract.ts'
import { searchProducts } from '#features/products/domain/contract.ts'
import { type Quantity, quantity, sumQuantities } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { askQuery } from '#web/api.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { QuantityStepper } from '#web/ui/form/QuantityStepper.tsx'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { returnLoans } from '../domain/contract.ts'
import styles from './loans.module.css'

const MOST = quantity(1_000_000_0000)

type Item = { readonly productId: number; readonly name: string; readonly held: Quantity }
type ReturnFormProps = { customerId: number; orderId?: number; close: () => void }

/** Asks which lent items a customer returned, each once, and sends them to the laundry. */
export default function ReturnForm({ customerId, orderId, close }: ReturnFormProps) {
  const { t } = useTranslation('laundry')
  const answer = useAsk(customerLoans, { customerId }, { afresh: true })
  const [more, setMore] = useState<readonly Item[]>([])
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={4} />
  const lent = answer.data.products.flatMap(({ productId, productName, held }) =>
    productId === null ? [] : [{ productId, name: productName, held }],
  )
  const items = [...lent, ...more]
  const add = ({ id, name }: { id: number; name: string }) => {
    if (!items.some(({ productId }) => productId === id)) setMore([...more, { productId: id, name, held: quantity(0) }])
  }
  return (
    <Stack gap="md">
      {items.length === 0 ? <Text c="dimmed">{t('return.nothing-lent')}</Text> : null}
      <ReturnedItems items={items} of={{ customerId, orderId }} close={close} />
      <SearchPick
        label={t('return.another')}
        search={(search) => askQuery(searchProducts, { search, lendable: true }).then(({ rows }) => rows)}
        onPick={add}
        row={({ name }) => name}
      />
    </Stack>
  )
}

type ReturnedItemsProps = {
  items: readonly Item[]
  of: { customerId: number; orderId?: number }
  close: () => void
}

function ReturnedItems({ items, of, close }: ReturnedItemsProps) {
  const { t } = useTranslation('laundry')
  const [counts, setCounts] = useState<Readonly<Record<number, Quantity>>>({})
  const [reason, setReason] = useState('')
  const run = useRun(returnLoans, { filling: true })
  const countOf = ({ productId }: Item): Quantity => counts[productId] ?? quantity(0)
  const total = sumQuantities(items.map(countOf))
  const beyond = items.some((item) => countOf(item) > Math.max(0, item.held))
  const closed =
    total === 0 ? t('refusal.nothing-returned') : beyond && reason.trim() === '' ? t('return.reason-needed') : null
  const send = async () => {
    await run.mutateAsync({
      ...of,
      items: items.map((item) => ({ productId: item.productId, quantity: countOf(item) })),
      reason,
    })
    close()
    say.done(t('said.returned', { quantity: showQuantity(total) }))
  }
  const set = (item: Item, count: number | null) => setCounts({ ...counts, [item.productId]: quantity(count ?? 0) })
  return (
    <>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.productId}>
            <span className={styles.grow}>
              {item.name}
              <small>{t('return.held', { quantity: showQuantity(item.held) })}</small>
            </span>
            <Button
              variant="default"
              disabled={item.held <= 0}
              aria-label={t('return.all-of', { name: item.name })}
              onClick={() => set(item, item.held)}
            >
              {t('table.all')}
            </Button>
            <QuantityStepper
              label={item.name}
              value={countOf(item)}
              most={MOST}
              onChange={(count) => set(item, count)}
            />
          </li>
        ))}
      </ul>
      {beyond ? (
        <TextInput
          label={t('return.reason')}
          description={t('return.reason-hint')}
          required
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      {run.error ? <RefusalText error={run.error} /> : null}
      <ActionButton pending={run.isPending} closed={closed} onClick={() => void send().catch(() => {})}>
        {t('return.send', { quantity: showQuantity(total) })}
      </ActionButton>
    </>
  )
}
