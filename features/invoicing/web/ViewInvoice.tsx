import { Button, type ButtonProps, SegmentedControl, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Eye } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRetail } from '#kernel/tax/tax-document.ts'
import { useAsk } from '#web/query.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { invoicesOfOrder, type InvoiceView } from '../domain/contract.ts'
import { Invoice } from './Invoice.tsx'
import styles from './invoice.module.css'

type ViewProps = {
  orderId: number
  /** True if the document is one for a private person. */
  receipt?: boolean
}

/** A button that opens the invoices or receipts of an order as they were issued. */
export function ViewInvoice({ orderId, receipt = false, ...rest }: ViewProps & ButtonProps) {
  const { t } = useTranslation('invoicing')
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        {...rest}
        className={styles.press}
        variant="default"
        size="compact-sm"
        leftSection={<Eye size={14} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t(receipt ? 'view.receipt-button' : 'view.button')}
      </Button>
      <Dialog
        opened={opened}
        onClose={close}
        title={t(receipt ? 'view.receipt-title' : 'view.title', { id: orderId })}
        size="min(880px, 100%)"
      >
        {opened ? <Invoices orderId={orderId} /> : null}
      </Dialog>
    </>
  )
}

function Invoices({ orderId }: { orderId: number }) {
  const { t } = useTranslation('invoicing')
  const [shown, setShown] = useState('0')
  const answer = useAsk(invoicesOfOrder, { orderId })
  const invoices = answer.data?.invoices
  if (!invoices)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={8} />
  const invoice = invoices[Number(shown)] ?? invoices[0]
  if (!invoice) return <EmptyState title={t('view.none')} />
  const kindOf = ({ kind, mode, type }: InvoiceView): string => {
    if (mode === 'red') return t('view.kind.red')
    return type !== null && isRetail(type) ? t(`tax.type.${type.replace('.', '-')}`) : t(`view.kind.${kind}`)
  }
  const nameOf = (one: InvoiceView): string =>
    `${kindOf(one)}${one.status === 'FAILED' ? ` (${t('view.failed')})` : ''}`
  return (
    <Stack gap="md">
      {invoices.length > 1 ? (
        <SegmentedControl
          value={shown}
          onChange={setShown}
          aria-label={t('view.which')}
          data={invoices.map((one, index) => ({ value: String(index), label: nameOf(one) }))}
        />
      ) : null}
      <Invoice invoice={invoice} />
    </Stack>
  )
}
