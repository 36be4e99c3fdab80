/** Mails the sheets of many orders, in several calls, and shows the result for each order. */
import { Stack } from '@mantine/core'
import i18n from 'i18next'
import { callTwice } from '#web/api.ts'
import { openMessage } from '#web/ui/confirm.tsx'
import { longWork } from '#web/ui/long-work.tsx'
import { say } from '#web/ui/say.tsx'
import type { OrderRow } from '../../domain/list-contract.ts'
import { MAILED_AT_ONCE, mailOrders } from '../../domain/paper/contract.ts'
import { OrderResult, type RefusedOrder, RefusedOrders } from './show-refused.tsx'

const words = (key: string, places: Record<string, unknown> = {}): string =>
  i18n.t(`bulk.papers.mailing.${key}`, { ns: 'orders', ...places })

export async function mailMany(ids: readonly number[], rows: readonly OrderRow[]): Promise<void> {
  const { answers, left, error } = await longWork({
    ids,
    size: MAILED_AT_ONCE,
    title: words('work', { number: ids.length }),
    call: (some) => callTwice(mailOrders, { ids: some }),
  })
  const mailed = answers.flatMap((answer) => answer.mailed)
  const refused = answers.flatMap((answer) => answer.refused)
  if (mailed.length + refused.length > 0) showResults(mailed, refused, rows)
  if (error) say.failed(error, () => void mailMany(left, rows))
  else if (left.length > 0) say.note(i18n.t('bulk.stopped', { ns: 'orders', count: left.length }))
}

type Mailed = { readonly id: number; readonly to: string }

/** Lists the orders that were not mailed with the reason, and then those that were with the address. */
function showResults(mailed: readonly Mailed[], refused: readonly RefusedOrder[], rows: readonly OrderRow[]): void {
  openMessage({
    title: words('result', { sent: mailed.length, left: refused.length }),
    size: 'lg',
    children: (
      <Stack gap="sm">
        <RefusedOrders refused={refused} rows={rows} />
        {mailed.map(({ id, to }) => (
          <div key={id} data-mailed={id}>
            <OrderResult id={id} rows={rows} text={words('sent', { to })} />
          </div>
        ))}
      </Stack>
    ),
  })
}
