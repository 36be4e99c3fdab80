import { Alert, Button, Group, Text } from '@mantine/core'
import { Repeat } from '#web/ui/icon/icons.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productsForLines } from '#features/products/domain/contract.ts'
import { askQuery } from '#web/api.ts'
import { showMoment, showMoney, showPrice } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState, RefusalText } from '#web/ui/states.tsx'
import { lastOrder, type LastOrder } from '#features/orders/domain/detail-contract.ts'
import type { Repeated } from '../domain/draft-repeat.ts'
import type { DraftProduct } from '../domain/order-draft.ts'
import form from './order-form.module.css'

type Fill = (order: LastOrder, products: readonly DraftProduct[], customerId: number) => void

/** Shows what to do in an order without lines, and offers the customer's last order. */
export function NoLines({ customerId, fill }: { customerId: number | undefined; fill: Fill }) {
  const { t } = useTranslation('order-entry')
  const last = useAsk(lastOrder, { customerId: customerId ?? 0 }, { enabled: customerId !== undefined })
  const order = customerId === undefined ? null : (last.data?.order ?? null)
  return (
    <EmptyState
      title={t('form.no-lines')}
      hint={t('form.no-lines-hint')}
      action={
        customerId === undefined ? undefined : last.error ? (
          <RefusalText error={last.error} retry={() => void last.refetch()} />
        ) : order === null ? undefined : (
          <RepeatButton key={customerId} order={order} fill={(then, rows) => fill(then, rows, customerId)} />
        )
      }
    />
  )
}

type ButtonProps = { order: LastOrder; fill: (order: LastOrder, products: readonly DraftProduct[]) => void }

function RepeatButton({ order, fill }: ButtonProps) {
  const { t } = useTranslation('order-entry')
  const [asking, setAsking] = useState(false)
  const repeat = () => {
    setAsking(true)
    askQuery(productsForLines, { ids: [...new Set(order.lines.map((line) => line.productId))] })
      .then(
        ({ rows }) => fill(order, rows),
        (error: unknown) => say.failed(error, repeat),
      )
      .finally(() => setAsking(false))
  }
  const latest = useRef(repeat)
  useEffect(() => {
    latest.current = repeat
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // the physical key, so that the shortcut is the same on a Greek keyboard
      if (!event.altKey || event.ctrlKey || event.code !== 'KeyR') return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <ActionButton
      variant="default"
      className={form.long ?? ''}
      pending={asking}
      leftSection={<Repeat size={16} aria-hidden />}
      rightSection={<kbd className={form.keys}>Alt+R</kbd>}
      aria-keyshortcuts="Alt+R"
      onClick={repeat}
    >
      {t('repeat.button', { id: order.id, count: order.lines.length, total: showMoney(order.total) })}
    </ActionButton>
  )
}

type NoteProps = { repeated: Repeated; takeOldPrices: () => void; close: () => void }

/** Lists the differences from the repeated order. */
export function RepeatedNote({ repeated, takeOldPrices, close }: NoteProps) {
  const { t } = useTranslation('order-entry')
  const { changed, gone, notLent } = repeated
  return (
    <Alert
      variant="light"
      color={gone.length > 0 ? 'orange' : 'petrol'}
      m="sm"
      py="xs"
      role="status"
      icon={<Repeat size={16} aria-hidden />}
      title={t(repeated.offer ? 'repeat.done-offer' : 'repeat.done', {
        id: repeated.orderId,
        at: showMoment(repeated.created),
      })}
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={close}
    >
      <Text size="sm" c="var(--mantine-color-text)" component="div">
        {changed.length === 0 ? (
          t('repeat.same-prices')
        ) : (
          <>
            {t('repeat.changed', { count: changed.length })}
            <ul className={form.changes}>
              {changed.map((one, index) => (
                <li key={index}>
                  {one.name}: <s className="figures">{showPrice(one.before)}</s>{' '}
                  <strong className="figures">{showPrice(one.now)}</strong>
                </li>
              ))}
            </ul>
          </>
        )}
        {gone.length > 0 ? <div>{t('repeat.gone', { names: gone.join(', ') })}</div> : null}
        {notLent.length > 0 ? <div>{t('repeat.not-lent', { names: notLent.join(', ') })}</div> : null}
      </Text>
      {changed.length > 0 ? (
        <Group mt="xs">
          <Button size="compact-sm" variant="default" onClick={takeOldPrices}>
            {t('repeat.old-prices')}
          </Button>
        </Group>
      ) : null}
    </Alert>
  )
}
