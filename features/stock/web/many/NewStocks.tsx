import { Group, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Quantity, subtractQuantity } from '#kernel/money.ts'
import { Refused } from '#kernel/refusal.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { LightQuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { stopAtUnreadable } from '#web/ui/form/unreadable.ts'
import { RefusalText } from '#web/ui/states.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { QuantityText } from '#web/ui/texts.tsx'
import type { stockFigures } from '../../domain/contract.ts'
import { adjustMany } from '../../domain/many-contract.ts'
import { signed } from '../counting/Differences.tsx'
import styles from './many.module.css'

type StockRow = OutputOf<typeof stockFigures>['rows'][number]

type Props = { rows: readonly StockRow[]; close: () => void; saved: (count: number) => void; readAgain: () => void }

/** Takes the new stock of products and one reason, shows the differences and books them. */
export function NewStocks({ rows, close, saved, readAgain }: Props) {
  const { t } = useTranslation('stock')
  const [typed, setTyped] = useState<ReadonlyMap<number, number>>(new Map())
  const [reason, setReason] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const run = useRun(adjustMany, {
    onSuccess: ({ changed }) => saved(changed),
    onError: (error) => {
      if (error instanceof Refused) readAgain()
    },
  })
  const products = rows.flatMap(({ productId, stock }) => {
    const newStock = typed.get(productId)
    return newStock === undefined || newStock === stock ? [] : [{ productId, shown: stock, newStock }]
  })
  const closed = products.length === 0 ? t('many.none') : reason.trim() === '' ? t('why.no-reason') : null
  const type = (productId: number, value: number | null) => {
    const next = new Map(typed)
    if (value === null) next.delete(productId)
    else next.set(productId, value)
    setTyped(next)
    run.reset()
  }
  const press = () => {
    if (!stopAtUnreadable(document)) run.mutate({ reason, products })
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('many.hint')}
      </Text>
      <StockTable rows={rows} typed={typed} type={type} />
      <TextInput
        label={t('count.reason')}
        description={t('adjust.reason-hint')}
        required
        mt="md"
        mb="sm"
        maxLength={500}
        data-reason
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          run.reset()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          button.current?.focus()
        }}
      />
      <RefusalText error={run.error} />
      <Group justify="flex-end" gap="xs" mt="md">
        <ActionButton variant="default" onClick={close}>
          {t('action.cancel', { ns: 'frame' })}
        </ActionButton>
        <ActionButton ref={button} closed={closed} pending={run.isPending} onClick={press}>
          {t('many.run', { count: products.length })}
        </ActionButton>
      </Group>
    </>
  )
}

/** Moves the focus to the next figure of the table, and from the last one to the reason. */
function toNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const dialog = event.currentTarget.closest('[role="dialog"]')
  const fields = [...(dialog?.querySelectorAll<HTMLInputElement>('input[data-quantity], input[data-reason]') ?? [])]
  fields[fields.indexOf(event.currentTarget) + 1]?.focus()
}

type TableProps = {
  rows: readonly StockRow[]
  typed: ReadonlyMap<number, number>
  type: (productId: number, value: number | null) => void
}

function StockTable({ rows, typed, type }: TableProps) {
  const { t } = useTranslation('stock')
  return (
    <div className={`${shortTable.scroll} ${shortTable.limited}`} role="group" aria-label={t('action.adjust')}>
      <table className={`${shortTable.list} ${shortTable.named} ${styles.stocks}`}>
        <thead>
          <tr>
            <th scope="col">{t('count.column.product')}</th>
            <th scope="col" className={shortTable.end}>
              {t('adjust.now')}
            </th>
            <th scope="col" className={shortTable.end}>
              {t('many.new')}
            </th>
            <th scope="col" className={shortTable.end}>
              {t('word.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StockLine key={row.productId} row={row} newStock={typed.get(row.productId) ?? null} type={type} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type LineProps = { row: StockRow; newStock: number | null; type: TableProps['type'] }

function StockLine({ row: { productId, name, sku, unit, stock, service }, newStock, type }: LineProps) {
  const { t } = useTranslation('stock')
  const difference = newStock === null ? null : subtractQuantity(newStock as Quantity, stock)
  return (
    <tr>
      <th scope="row">
        {name}
        {sku === '' ? null : <small>{sku}</small>}
      </th>
      {service ? (
        <td colSpan={3}>{t('refusal.service', { name })}</td>
      ) : (
        <>
          <td className={shortTable.end}>
            <QuantityText value={stock} unit={unit} />
          </td>
          <td className={styles.field}>
            <LightQuantityInput
              label={t('many.new-of', { name })}
              min={0}
              value={newStock}
              onChange={(value) => type(productId, value)}
              onKeyDown={toNext}
              data-quantity={productId}
            />
          </td>
          <td className={`${shortTable.end} ${styles.difference}`} data-less={(difference ?? 0) < 0 || undefined}>
            {difference === null ? '' : signed(difference)}
          </td>
        </>
      )}
    </tr>
  )
}
