import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { plainText } from '#features/orders/web/page/value-text.ts'
import { refusal } from '#kernel/refusal.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton, WhyClosed } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { problemText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import { accountingState, documentProblems, invoiceRed, sendInvoices } from '../domain/contract.ts'
import { customersInDoubt } from '../domain/many-contract.ts'
import { invoicingRights } from '../domain/rights.ts'
import { awaitsRelease, INVOICED_FROM } from '../domain/sending.ts'
import { WayNote } from './ways/WayNote.tsx'
import { CustomersInDoubt, type DoubtfulCustomers, sendText, warnedOf } from './CustomersInDoubt.tsx'
import { DocumentProblems, type Problems } from './DocumentProblems.tsx'
import { PaymentWayChoice } from './PaymentWayChoice.tsx'
import { NoAccountingNote } from './NoAccountingNote.tsx'
import { whyNoReason } from '../domain/reason.ts'
import { ReasonField } from './ReasonField.tsx'
import { refusedBy, sendOne } from './verbs/send-one.ts'
import { VatOfOrder } from './VatOfOrder.tsx'

/**
 * Invoices an order. A packaged one is released and sent with one press; whatever a person must decide about it opens the shipping
 * confirmation, with the buttons Epsilon and Red. An order that was released separately always opens it.
 */
export default function InvoiceOrder({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('invoicing')
  const [opened, { open, close }] = useDisclosure(false)
  const [isSending, setSending] = useState(false)
  const mayEpsilon = useMay(invoicingRights.invoice)
  const run = useRun(sendInvoices)
  const isAtOnce = awaitsRelease(order) && mayEpsilon
  const closed = order.facts.documentOpen ? refusal('refused', 'orders.document-under-way') : null

  const sendAtOnce = () => {
    setSending(true)
    sendOne(order.id, run.mutateAsync)
      .finally(() => setSending(false))
      .then(
        (isSent) => (isSent ? undefined : open()),
        (error: unknown) => say.failed(error, sendAtOnce),
      )
  }
  return (
    <>
      <ActionButton variant="filled" closed={closed} pending={isSending} onClick={isAtOnce ? sendAtOnce : open}>
        {t('invoice')}
      </ActionButton>
      <WhyClosed reasons={[closed]} />
      <Dialog opened={opened} onClose={close} title={t('confirm.title', { id: order.id })}>
        <ConfirmShipping order={order} close={close} isLate={isAtOnce} />
      </Dialog>
    </>
  )
}

/** Asks what a person must know before the invoice of an order is sent. Asks nothing if the person may not send it. */
function useChecks(orderId: number, enabled: boolean) {
  const doubts = useAsk(customersInDoubt, { ids: [orderId] }, { enabled })
  const accounting = useAsk(accountingState, {}, { enabled })
  const missing = accounting.data?.missing ?? null
  const checked = useAsk(documentProblems, { orderId }, { enabled: enabled && missing === null })
  return {
    customers: doubts.data?.customers ?? [],
    accounting: accounting.data,
    missing,
    checked: checked.data,
    loading: doubts.isLoading || checked.isLoading || accounting.isLoading,
  }
}

type ConfirmProps = {
  order: OrderDetail
  close: () => void
  /** True if the question opens some time after the press: the next Enter, which may already be on its way, must not answer it. */
  isLate: boolean
}

/** What a person must know before the invoice of an order is sent, and the buttons. A packaged order is released first. */
export function ConfirmShipping({ order, close, isLate }: ConfirmProps) {
  const { t } = useTranslation('invoicing')
  const mayEpsilon = useMay(invoicingRights.invoice)
  const [asksReason, setAsksReason] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const epsilon = useRun(sendInvoices)
  const { customFields } = order.customer
  const { customers, accounting, missing, checked, loading } = useChecks(order.id, mayEpsilon)
  const problems = checked?.problems ?? []

  const send = () => {
    setError(null)
    epsilon.mutateAsync({ ids: [order.id], release: awaitsRelease(order), ...warnedOf(customers) }).then(
      ({ refused: [no] }) => {
        if (no) setError(refusedBy(no))
        else {
          close()
          say.done(t('said.sending', { count: 1 }))
        }
      },
      (fault: unknown) => setError(fault),
    )
  }

  return (
    <Stack gap="md">
      <Facts
        items={[
          { label: t('confirm.customer'), value: order.name },
          { label: t('confirm.total'), value: <MoneyText value={order.totals.total} /> },
          ...customFields.map((field) => ({ label: field.name, value: plainText(field.value) })),
        ]}
      />
      {customFields.length === 0 ? (
        <Text size="sm" c="dimmed" lang="en">
          {t('confirm.no-fields')}
        </Text>
      ) : null}
      {missing === null ? <CustomersInDoubt customers={customers} alone /> : <NoAccountingNote why={missing} />}
      {missing === null && checked ? (
        <VatOfOrder order={order} vat={checked.vat} warned={customers.some(({ doubt }) => doubt === 'vat-abroad')} />
      ) : null}
      {missing === null ? <DocumentProblems problems={problems} /> : null}
      {missing === null && checked ? (
        <PaymentWayChoice orderId={order.id} chosen={checked.paymentWay} cashLimit={order.cashLimit} />
      ) : null}
      {error ? <InvoicingAlert error={error} /> : null}
      {asksReason ? (
        <RedReason order={order} close={close} back={() => setAsksReason(false)} />
      ) : (
        <>
          {missing === null ? <WayNote way={accounting?.way ?? 'provider'} /> : null}
          <Choices
            order={order}
            close={close}
            isLate={isLate}
            red={() => setAsksReason(true)}
            epsilon={
              mayEpsilon && missing === null
                ? { send, customers, pending: loading || epsilon.isPending, problems }
                : null
            }
          />
        </>
      )}
    </Stack>
  )
}

type ChoicesProps = ConfirmProps & {
  red: () => void
  /** Null if there is no accounting service, and for people who may not invoice through it. */
  epsilon: { send: () => void; customers: DoubtfulCustomers; pending: boolean; problems: Problems } | null
}

/** The buttons of the confirmation: back, red, and Epsilon. */
function Choices({ order, close, isLate, red, epsilon }: ChoicesProps) {
  const { t } = useTranslation('invoicing')
  const mayRed = useMay(invoicingRights.red)
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" mih={48} onClick={close} data-autofocus={isLate || undefined}>
        {t('confirm.cancel')}
      </Button>
      {mayRed && INVOICED_FROM.includes(order.status) ? (
        <Button color="red" variant="light" mih={48} onClick={red}>
          {t('confirm.red')}
        </Button>
      ) : null}
      {epsilon ? (
        <ActionButton
          mih={48}
          pending={epsilon.pending}
          closed={epsilon.problems.length === 0 ? null : t('problems.title')}
          onClick={epsilon.send}
          data-autofocus={!isLate || undefined}
        >
          {t(epsilon.customers.length === 0 ? 'confirm.epsilon' : sendText(epsilon.customers))}
        </ActionButton>
      ) : null}
    </Group>
  )
}

/** Explains invoicing without VAT and without a tax document, and asks for the reason (C-32). */
function RedReason({ order, close, back }: { order: OrderDetail; close: () => void; back: () => void }) {
  const { t } = useTranslation('invoicing')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const run = useRun(invoiceRed)

  const send = () => {
    setError(null)
    run.mutateAsync({ id: order.id, version: order.version, reason, release: true }).then(
      () => {
        close()
        say.done(t('said.red', { id: order.id }))
      },
      (fault: unknown) => setError(fault),
    )
  }

  return (
    <Stack gap="sm">
      <Text size="sm">{t('red.body', { vat: order.totals.vat, total: order.totals.products })}</Text>
      <ReasonField reason={reason} change={setReason} data-autofocus />
      {error ? <InvoicingAlert error={error} /> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" mih={48} onClick={back}>
          {t('action.back')}
        </Button>
        <ActionButton danger mih={48} closed={whyNoReason(reason)} pending={run.isPending} onClick={send}>
          {t('red.confirm')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

/** Shows the specified message of a failed invoicing, with the translated reason. */
export function InvoicingAlert({ error }: { error: unknown }) {
  const { t } = useTranslation('invoicing')
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<TriangleAlert size={16} aria-hidden />}
      title={<span lang="el">{t('alert')}</span>}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {problemText(error)}
      </Text>
    </Alert>
  )
}
