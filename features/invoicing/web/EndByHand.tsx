import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { accountingState, askAgain, confirmNotIssued, enterMark, withoutMark } from '../domain/contract.ts'
import { isConnectionLost } from '../domain/lost-connection.ts'
import { invoicingRights } from '../domain/rights.ts'
import { whyNoReason } from '../domain/reason.ts'
import { BY_FILE, mayBeInSmart, waitsForPerson } from '../domain/ways.ts'
import { MarkField, whyNoMark } from './MarkField.tsx'
import styles from './invoice.module.css'
import { ReasonField } from './ReasonField.tsx'
import { PdfButton } from './paper/PdfButton.tsx'
import { AwaitsMark } from './ways/AwaitsMark.tsx'

type Way = 'without-mark' | 'enter-mark' | 'not-issued'

/**
 * Offers the ways to end an unclear document: ask again, enter its MARK, or confirm that nothing was issued. A document that no service
 * can be asked for has its paper and the import of the answer instead of asking again, and one that is sent as a file has its file. While
 * the connection is lost, a document may be handed over without its MARK, and then has a paper. Epsilon Smart cannot tell the tax office so.
 */
export function EndByHand({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('invoicing')
  const [way, setWay] = useState<Way | null>(null)
  const mayAsk = useMay(invoicingRights.invoice)
  const maySettle = useMay(invoicingRights.settle)
  const { document } = order
  const { data: accounting } = useAsk(accountingState, {}, { enabled: mayAsk })
  const mayHandOver = mayAsk && accounting !== undefined && accounting.way !== 'smart'
  const ways: readonly Way[] = [
    ...(mayHandOver && document && !document.withoutMark && isConnectionLost(document)
      ? (['without-mark'] as const)
      : []),
    ...(maySettle ? (['enter-mark', 'not-issued'] as const) : []),
  ]
  const again = useRun(askAgain, {
    onSuccess: () => say.done(t('said.asked-again')),
    onError: (error) => say.failed(error),
  })
  return (
    <Group gap="xs" mt="sm">
      {document && waitsForPerson(document.errorCode) ? (
        <AwaitsMark order={order} hasFile={document.errorCode === BY_FILE} />
      ) : mayAsk ? (
        <ActionButton
          className={styles.press}
          variant="default"
          pending={again.isPending}
          onClick={() => again.mutate({ id: order.id })}
        >
          {t('by-hand.ask-again')}
        </ActionButton>
      ) : null}
      {document?.withoutMark ? <PdfButton documentId={document.id} /> : null}
      {ways.map((one) => (
        <Button key={one} className={styles.press} variant="default" aria-haspopup="dialog" onClick={() => setWay(one)}>
          {t(`by-hand.${one}.button`)}
        </Button>
      ))}
      <Dialog
        opened={way !== null}
        onClose={() => setWay(null)}
        title={way === null ? '' : t(`by-hand.${way}.title`, { id: order.id })}
      >
        {way === null ? null : <EndForm order={order} way={way} close={() => setWay(null)} />}
      </Dialog>
    </Group>
  )
}

function EndForm({ order, way, close }: { order: OrderDetail; way: Way; close: () => void }) {
  const { t } = useTranslation('invoicing')
  const [mark, setMark] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const isThere = mayBeInSmart(order.document?.errorCode ?? null)
  const entering = useRun(enterMark)
  const confirming = useRun(confirmNotIssued)
  const handing = useRun(withoutMark)
  const closed = (way === 'enter-mark' ? whyNoMark(mark) : null) ?? whyNoReason(reason)

  const send = () => {
    setError(null)
    const { id } = order
    const sent: Promise<{ id: number; issued?: string | null }> =
      way === 'enter-mark'
        ? entering.mutateAsync({ id, mark, reason })
        : (way === 'without-mark' ? handing : confirming).mutateAsync({ id, reason })
    sent.then(
      ({ issued }) => {
        close()
        say.done(issued ? t('said.issued-after-all', { id, mark: issued }) : t(`said.${way}`, { id }))
      },
      (fault: unknown) => setError(fault),
    )
  }

  return (
    <Stack gap="sm">
      <Text size="sm">
        {t(way === 'not-issued' && isThere ? 'by-hand.not-issued.body-there' : `by-hand.${way}.body`)}
      </Text>
      {way === 'enter-mark' ? <MarkField mark={mark} change={setMark} description={t('by-hand.mark-form')} /> : null}
      <ReasonField reason={reason} change={setReason} />
      <RefusalText error={error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" mih={48} onClick={close}>
          {t('action.back')}
        </Button>
        <ActionButton
          mih={48}
          danger={way === 'not-issued'}
          closed={closed}
          pending={entering.isPending || confirming.isPending || handing.isPending}
          onClick={send}
        >
          {t(`by-hand.${way}.button`)}
        </ActionButton>
      </Group>
    </Stack>
  )
}
