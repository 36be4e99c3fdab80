import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Chosen,
  countOfChosen,
  idsOfChosen,
  withKnownIds,
  withOrders,
} from '#features/orders/web/list/many-orders.tsx'
import { askQuery } from '#web/api.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { accountingState, customersInDoubt, sendInvoices } from '../domain/contract.ts'
import { invoicingRights } from '../domain/rights.ts'
import styles from './invoice.module.css'
import { WayNote } from './ways/WayNote.tsx'
import { CustomersInDoubt, type DoubtfulCustomers, sendText, warnedOf } from './CustomersInDoubt.tsx'

/** This many orders are invoiced in one transaction. More orders are sent in several requests. */
const AT_ONCE = 100

type Props = {
  chosen: Chosen
  clear: () => void
  /** The orders are only packaged. They become READY-TO-INVOICE in the same step. */
  release?: boolean
}

/** What a person is asked before the selected orders are invoiced. */
type Question = {
  /** The orders that were selected when it was asked, also if more match since. */
  readonly asked: Chosen
  /** The orders that no warning concerns. */
  readonly safe: Chosen
  readonly customers: DoubtfulCustomers
}

/**
 * Invoices the selected orders through the accounting service. The sending continues in the background, and each row
 * shows its state.
 */
export default function InvoiceMany({ chosen, clear, release = false }: Props) {
  const { t } = useTranslation('invoicing')
  const may = useMay(invoicingRights.invoice)
  const [pending, setPending] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)

  const send = (which: Chosen, warned: DoubtfulCustomers) => {
    setQuestion(null)
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

  const press = async () => setQuestion(await withoutDoubt(chosen))

  if (!may) return null
  return (
    <>
      <ActionButton
        pending={pending}
        onClick={() => void press().catch((error: unknown) => say.failed(error, () => void press()))}
      >
        {t(release ? 'release.button' : 'many.button')}
      </ActionButton>
      {question ? <Ask question={question} release={release} send={send} close={() => setQuestion(null)} /> : null}
    </>
  )
}

type AskProps = {
  question: Question
  release: boolean
  send: (which: Chosen, warned: DoubtfulCustomers) => void
  close: () => void
}

/** Asks before the press, names the warnings, and lets a person choose whether the orders that they concern are left out or sent too. */
function Ask({ question: { asked, safe, customers }, release, send, close }: AskProps) {
  const { t } = useTranslation('invoicing')
  const alone = countOfChosen(safe) === 0
  const way = useAsk(accountingState, {}).data?.way ?? 'provider'
  const [all, setAll] = useState(alone)
  const which = all ? asked : safe
  const count = countOfChosen(which)
  return (
    <Dialog opened onClose={close} title={t('many.title', { count })}>
      <Stack gap="sm">
        <CustomersInDoubt customers={customers} alone={alone} />
        {customers.length === 0 || alone ? null : (
          <Radio.Group
            label={t('doubts.choice')}
            value={all ? 'all' : 'leave'}
            onChange={(value) => setAll(value === 'all')}
          >
            <Radio value="leave" label={t('doubts.leave')} classNames={{ body: styles.choice }} />
            <Radio value="all" label={t('doubts.all')} classNames={{ body: styles.choice }} />
          </Radio.Group>
        )}
        {way === 'provider' ? null : <WayNote way={way} />}
        <Text size="sm">{t(release ? 'release.body' : 'many.body')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" mih={48} onClick={close}>
            {t('action.back')}
          </Button>
          <ActionButton mih={48} onClick={() => send(which, all ? customers : [])} data-autofocus>
            {alone ? t(sendText(customers)) : t('many.confirm', { count })}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Returns the selection without the orders that a warning concerns, and the customers with the warnings. */
async function withoutDoubt(chosen: Chosen): Promise<Question> {
  const found = await idsOfChosen(chosen)
  const asked = withKnownIds(chosen, found)
  if (found.ids.length === 0) return { asked, safe: asked, customers: [] }
  const { customers } = await askQuery(customersInDoubt, { ids: found.ids })
  const left = new Set(customers.flatMap(({ orderIds }) => orderIds))
  const ids = found.ids.filter((id) => !left.has(id))
  const rows = chosen.rows.filter((row) => !left.has(row.id))
  const all = chosen.all && { count: ids.length, ids: () => Promise.resolve({ ...found, ids }) }
  return { asked, safe: { rows, all }, customers }
}
