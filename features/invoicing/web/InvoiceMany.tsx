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
import { longWork } from '#web/ui/long-work.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { accountingState, sendInvoices } from '../domain/contract.ts'
import { customersInDoubt, type OrderInDoubt, problemsOfMany } from '../domain/many-contract.ts'
import { invoicingRights } from '../domain/rights.ts'
import { noAccounting } from '../domain/sending.ts'
import styles from './invoice.module.css'
import { WayNote } from './ways/WayNote.tsx'
import { CustomersInDoubt, type DoubtfulCustomers, sendText, warnedOf } from './CustomersInDoubt.tsx'
import { NoAccountingNote } from './NoAccountingNote.tsx'
import { ProblemsOfMany } from './ProblemsOfMany.tsx'

/** This many orders are checked, and invoiced, in one transaction. More orders are sent in several requests. */
const AT_ONCE = 100

type Props = {
  chosen: Chosen
  clear: () => void
  /** The orders are only packaged. They become READY-TO-INVOICE in the same step. */
  release?: boolean
}

/** What a person is asked before the selected orders are invoiced. */
type Question = {
  /** The orders that were selected when it was asked, also if more match since, without those whose invoice something forbids. */
  readonly asked: Chosen
  /** The orders that no warning concerns. */
  readonly safe: Chosen
  readonly customers: DoubtfulCustomers
  /** The orders whose invoice something forbids, and those that the law of cash concerns. */
  readonly orders: readonly OrderInDoubt[]
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

  const press = () => {
    setPending(true)
    checked(chosen, t('many.checking'))
      .then(setQuestion, (error: unknown) => say.failed(error, press))
      .finally(() => setPending(false))
  }

  if (!may) return null
  return (
    <>
      <ActionButton pending={pending} onClick={press}>
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
function Ask({ question: { asked, safe, customers, orders }, release, send, close }: AskProps) {
  const { t } = useTranslation('invoicing')
  const alone = countOfChosen(safe) === 0
  const { way = 'provider', missing = null } = useAsk(accountingState, {}).data ?? {}
  const [all, setAll] = useState(alone)
  const which = all ? asked : safe
  const count = countOfChosen(which)
  return (
    <Dialog opened onClose={close} title={t('many.title', { count })}>
      <Stack gap="sm">
        {missing === null ? null : <NoAccountingNote why={missing} />}
        <ProblemsOfMany orders={orders} />
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
          <ActionButton
            mih={48}
            closed={count === 0 ? t('problems.title') : missing === null ? null : refusalText(noAccounting(missing))}
            onClick={() => send(which, all ? customers : [])}
            data-autofocus
          >
            {alone && customers.length > 0 ? t(sendText(customers)) : t('many.confirm', { count })}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}

/**
 * Checks the selected orders part by part. Returns null if the person stopped it. An order whose invoice something forbids is left out of
 * both selections, because the server would refuse it.
 */
async function checked(chosen: Chosen, title: string): Promise<Question | null> {
  const found = await idsOfChosen(chosen)
  if (found.ids.length === 0) return { asked: withKnownIds(chosen, found), safe: chosen, customers: [], orders: [] }
  const call = (ids: number[]) => askQuery(problemsOfMany, { ids })
  const { answers, left, error } = await longWork({ ids: found.ids, size: AT_ONCE, call, title })
  if (error instanceof Error) throw error
  if (left.length > 0) return null
  const orders = answers.flatMap((answer) => answer.orders)
  const forbidden = new Set(orders.filter(({ problems }) => problems.length > 0).map(({ id }) => id))
  const possible = found.ids.filter((id) => !forbidden.has(id))
  const { customers } = possible.length === 0 ? { customers: [] } : await askQuery(customersInDoubt, { ids: possible })
  const doubted = new Set([...forbidden, ...customers.flatMap(({ orderIds }) => orderIds)])
  const without = (out: ReadonlySet<number>): Chosen => {
    const ids = found.ids.filter((id) => !out.has(id))
    const all = chosen.all && { count: ids.length, ids: () => Promise.resolve({ ...found, ids }) }
    return { rows: chosen.rows.filter(({ id }) => !out.has(id)), all }
  }
  return { asked: without(forbidden), safe: without(doubted), customers, orders }
}
