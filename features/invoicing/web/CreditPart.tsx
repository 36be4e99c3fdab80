import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CreditableLine,
  creditOfLine,
  hasTaxInvoice,
  restOfLine,
  sumOfParts,
} from '#features/orders/domain/crediting/crediting.ts'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { hasWholeParts } from '#features/products/domain/product.ts'
import { quantity } from '#kernel/money.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { showQuantity } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton, WhyClosed } from '#web/ui/ActionButton.tsx'
import rowStyles from '#web/ui/form/quantity-stepper.module.css'
import { QuantityStepper } from '#web/ui/form/QuantityStepper.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { creditableLines, creditPart } from '../domain/contract.ts'
import { CreditNoteField } from './CreditNoteField.tsx'
import { InvoicingAlert } from './InvoiceOrder.tsx'
import { ByFileNote } from './ways/WayNote.tsx'
import styles from './invoice.module.css'

/** A button that credits a part of an invoiced order. It shows nothing for a red invoice, and to people without the right. */
export function CreditPart({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('invoicing')
  const may = useMay(ordersRights.cancel)
  const [opened, { open, close }] = useDisclosure(false)
  if (!may || !hasTaxInvoice({ ...order, ...order.facts }) || order.facts.credited) return null
  return (
    <>
      <Button variant="default" className={styles.press} mt="sm" aria-haspopup="dialog" onClick={open}>
        {t('credit-part.button')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('credit-part.title', { id: order.id })}>
        {opened ? <CreditForm orderId={order.id} close={close} /> : null}
      </Dialog>
    </>
  )
}

function CreditForm({ orderId, close }: { orderId: number; close: () => void }) {
  const { t } = useTranslation('invoicing')
  const answer = useAsk(creditableLines, { orderId })
  const [quantities, setQuantities] = useState<Quantities>({})
  const [note, setNote] = useState('')
  const [error, setError] = useState<unknown>(null)
  const run = useRun(creditPart, { filling: true })
  const found = answer.data
  if (!found)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={4} />
  if (found.closed !== null) return <InvoicingAlert error={new Refused(refusal('refused', found.closed))} />

  const lines = found.lines as CreditableLine[]
  const chosen = chosenOf(lines, quantities)
  const closed = chosen.length === 0 ? refusal('refused', 'orders.nothing-credited') : null
  const { vat, total } = sumOfParts(chosen.map(({ line, count }) => creditOfLine(line, count)))

  const send = () => {
    setError(null)
    run
      .mutateAsync({
        id: orderId,
        version: found.version,
        lines: chosen.map(({ line, count }) => ({ lineNo: line.lineNo, quantity: count })),
        note,
      })
      .then(
        () => {
          close()
          say.done(t('said.credit-part', { id: orderId }))
        },
        (fault: unknown) => setError(fault),
      )
  }

  return (
    <Stack gap="sm">
      <Text size="sm">{t('credit-part.body')}</Text>
      <ByFileNote of="credit" />
      <Text size="sm">
        {found.ofReceipt
          ? t('credit-part.of-receipt')
          : found.mark === null
            ? t('credit-part.without-mark')
            : t('credit-part.with-mark', { mark: found.mark })}
      </Text>
      <CreditedLines lines={lines} quantities={quantities} onChange={setQuantities} />
      <CreditNoteField note={note} change={setNote} />
      <Text size="sm" fw={600} aria-live="polite" data-credit-sum>
        {t('credit-part.sum', { total, vat })}
      </Text>
      {error ? <InvoicingAlert error={error} /> : null}
      <WhyClosed reasons={[closed]} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          {t('action.back')}
        </Button>
        <ActionButton pending={run.isPending} closed={closed} onClick={send}>
          {t('credit-part.send')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

/** Returns the lines of which something is credited, at most what is left of them. */
const chosenOf = (lines: readonly CreditableLine[], quantities: Quantities) =>
  lines.flatMap((line) => {
    const count = quantities[line.lineNo] ?? 0
    return count > 0 ? [{ line, count: quantity(Math.min(count, restOfLine(line).quantity)) }] : []
  })

type Quantities = Readonly<Record<number, number | null>>

/** Asks how much of each line is credited. */
function CreditedLines({
  lines,
  quantities,
  onChange,
}: {
  lines: readonly CreditableLine[]
  quantities: Quantities
  onChange: (change: (before: Quantities) => Quantities) => void
}) {
  const { t } = useTranslation(['invoicing', 'products'])
  return (
    <ul className={`${rowStyles.rows} ${styles.creditable}`}>
      {lines.map((line) => (
        <li key={line.lineNo}>
          <span className={rowStyles.what}>
            {line.name}
            <small>
              {t('credit-part.of', {
                quantity: showQuantity(line.quantity),
                unit: t(`unit.${line.unit}`, { ns: 'products', defaultValue: line.unit }),
              })}
              {line.credited.quantity > 0
                ? ` · ${t('credit-part.earlier', { quantity: showQuantity(line.credited.quantity) })}`
                : ''}
            </small>
          </span>
          <QuantityStepper
            label={t('credit-part.quantity', { name: line.name })}
            value={quantities[line.lineNo] === undefined ? 0 : (quantities[line.lineNo] ?? null)}
            most={Math.max(restOfLine(line).quantity, 0)}
            whole={hasWholeParts(line.unit, line.quantity)}
            onChange={(count) => onChange((before) => ({ ...before, [line.lineNo]: count }))}
          />
        </li>
      ))}
    </ul>
  )
}
