import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { problemText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { bookCount, dropCount } from '../../domain/counting/contract.ts'
import { stockRights } from '../../domain/rights.ts'
import styles from './count.module.css'

type BookingProps = {
  count: { id: number; version: number }
  /** The reason that the field contains at first. */
  proposed: string
  counted: number
  differing: number
  /** The products with an open question. */
  asked: number
  /** The lines that have not reached the server. */
  waiting: number
}

/** Books the count with one reason, or drops it. */
export function Booking({ count, proposed, counted, differing, asked, waiting }: BookingProps) {
  const { t } = useTranslation('stock')
  const [reason, setReason] = useState(proposed)
  const book = useRun(bookCount)
  const mayFallBelow = useMay(stockRights.belowZero)
  const drop = useRun(dropCount, { onError: (error) => say.failed(error) })
  const closed =
    waiting > 0
      ? t('count.why.waiting', { count: waiting })
      : asked > 0
        ? t('count.why.asked')
        : counted === 0
          ? t('count.why.empty')
          : reason.trim() === ''
            ? t('why.no-reason')
            : null
  const press = async (belowZero: boolean): Promise<void> => {
    try {
      const { changed } = await book.mutateAsync({ id: count.id, version: count.version, reason, belowZero })
      say.done(t('count.said-booked', { count: changed }))
    } catch (error) {
      const isShort = error instanceof Refused && error.refusal.code === 'stock.not-enough'
      if (belowZero || !isShort || !mayFallBelow) return say.failed(error)
      const sure = await confirm({
        title: t('count.below-title'),
        body: problemText(error),
        confirmLabel: t('count.below-confirm'),
        danger: true,
      })
      if (sure) await press(true)
    }
  }
  const leave = async () => {
    const sure = await confirm({
      title: t('count.drop-title'),
      body: t('count.drop-body', { count: counted }),
      confirmLabel: t('count.drop'),
      danger: true,
    })
    if (sure) drop.mutate({ id: count.id })
  }
  return (
    <div className={styles.booking}>
      <Textarea
        label={t('count.reason')}
        required
        autosize
        maxRows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group gap="xs">
        <ActionButton size="lg" h={56} closed={closed} pending={book.isPending} onClick={() => void press(false)}>
          {t('count.book', { count: differing })}
        </ActionButton>
        <Button size="lg" h={56} variant="default" onClick={() => void leave()}>
          {t('count.drop')}
        </Button>
      </Group>
    </div>
  )
}
